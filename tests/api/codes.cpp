// Runs failing calls and compares code, text and contents.
#include "api/codes.h"

namespace api {

void check_codes(std::initializer_list<CodeCase> cases) {
    World world;
    const std::string before = world.contents();
    for (const CodeCase &one : cases) {
        EXPECT_EQ(one.call(world), one.code) << one.function;
        const std::string text = one.text(world);
        if (!text.empty() || one.words[0] != nullptr) {
            EXPECT_EQ(text.rfind(std::string(one.function) + ": ", 0), 0U)
                << one.function << " gives: " << text;
        }
        for (const char *const *word = one.words; *word != nullptr; word++)
            EXPECT_NE(text.find(*word), std::string::npos) << "no \"" << *word << "\" in: " << text;
        EXPECT_EQ(world.contents(), before) << one.function << " changed an object";
        if (testing::Test::HasFailure()) return;
    }
}

} // namespace api
