// Tests every function with each handle and pointer NULL and uninitialised.
#include "api/handle_cases.h"

#include <algorithm>
#include <cstdio>
#include <dlfcn.h>
#include <set>
#include <sstream>
#include <stdexcept>

namespace api {

void add_case(std::vector<HandleCase> &cases, HandleCase added, const char *names) {
    std::istringstream in(names);
    std::size_t named = 0;
    for (std::string name; std::getline(in, name, ','); ++named)
        if (named < added.arguments.size()) added.arguments[named].name = name;
    if (named != added.arguments.size())
        throw std::logic_error(added.function + ": not a name for each argument");
    cases.push_back(std::move(added));
}

void HandleCase::check(const World &world) const {
    const std::string before = world.contents();
    for (std::size_t k = 0; k < arguments.size(); ++k) {
        const CaseArgument &argument = arguments[k];
        if (argument.is_needed) fail_with(k, nullptr, GrB_NULL_POINTER, " is NULL");
        if (!argument.is_checked || !argument.is_handle) continue;
        fail_with(k, never_initialised(), GrB_UNINITIALIZED_OBJECT,
                  " was freed or never initialised");
        if (argument.is_collection) // collections may stand in for each other
            fail_with(k, world.minus, GrB_UNINITIALIZED_OBJECT, " is a binary operator");
        else
            fail_with(k, world.u, GrB_UNINITIALIZED_OBJECT, " is a vector");
    }
    EXPECT_EQ(world.contents(), before) << function << " changed an object";
}

void HandleCase::fail_with(std::size_t wrong, void *replacement, GrB_Info code,
                           const char *what) const {
    std::vector<CaseArgument> values = arguments;
    std::memcpy(values[wrong].value, &replacement, sizeof replacement);
    const std::string expected = arguments[wrong].name + what;
    EXPECT_EQ(call_with(address, values.data()), code) << function << ": argument " << expected;
    // The keeper has the text, unless it is the wrong argument.
    for (std::size_t k = 0; k < arguments.size(); ++k) {
        if (k == wrong || arguments[k].text == nullptr) continue;
        EXPECT_EQ(arguments[k].text(arguments[k]), function + ": " + expected);
    }
}

namespace {

void check_group(AddCases add) {
    World world;
    HandleCases cases;
    add(cases, world);
    ASSERT_FALSE(cases.empty());
    for (const HandleCase &one : cases) one.check(world);
}

TEST(Handles, Algebra) {
    check_group(add_algebra);
}
TEST(Handles, Objects) {
    check_group(add_objects);
}
TEST(Handles, Fields) {
    check_group(add_fields);
}
TEST(Handles, Exchange) {
    check_group(add_exchange);
}
TEST(Handles, Elements) {
    check_group(add_elements);
}
TEST(Handles, Operations) {
    check_group(add_operations);
}
TEST(Handles, Families) {
    check_group(add_families);
}

/// True for a typed function on complex numbers whose real counterpart is in the C API.
bool has_real_twin(const std::string &name, const std::set<std::string> &all) {
    const std::size_t end = name.rfind("_FC");
    return end != std::string::npos && all.count("GrB" + name.substr(3, end - 3) + "_FP64") != 0;
}

/// Returns the exported functions of the library that take handles.
std::set<std::string> exported_functions() {
    Dl_info library{};
    // This function is not one that tests/conformance wraps.
    EXPECT_NE(dladdr(reinterpret_cast<void *>(&GxB_Scalar_setElement_FC64), &library), 0);
    const std::string command = std::string("nm -D --defined-only '") + library.dli_fname + "'";
    FILE *pipe = popen(command.c_str(), "r");
    EXPECT_NE(pipe, nullptr);
    std::set<std::string> names, others;
    char line[512];
    while (std::fgets(line, sizeof line, pipe) != nullptr) {
        std::istringstream fields(line);
        std::string address, kind, name;
        fields >> address >> kind >> name;
        if (kind == "T" && name.rfind("GxB_", 0) == 0) others.insert(name);
        for (const char *prefix : {"GrB_", "GrX_Vector_", "GrX_Matrix_"}) {
            if (kind == "T" && name.rfind(prefix, 0) == 0) names.insert(name);
        }
    }
    EXPECT_EQ(pclose(pipe), 0);
    for (const std::string &name : others) {
        if (has_real_twin(name, names)) names.insert(name);
    }
    return names;
}

TEST(Handles, TableIsComplete) {
    std::set<std::string> expected = exported_functions();
    ASSERT_EQ(expected.size(), 595U);
    // The table lacks functions of the context and GrB_free, which accepts any handle.
    for (const char *name :
         {"GrB_init", "GrB_finalize", "GrB_getVersion", "GrB_Type_free", "GrB_UnaryOp_free",
          "GrB_BinaryOp_free", "GrB_IndexUnaryOp_free", "GrB_Monoid_free", "GrB_Semiring_free",
          "GrB_Descriptor_free", "GrB_Scalar_free", "GrB_Vector_free", "GrB_Matrix_free"}) {
        EXPECT_EQ(expected.erase(name), 1U) << name;
    }
    // tests/mpi calls the functions of process groups.
    for (const char *name :
         {"GrX_Matrix_build_local", "GrX_Matrix_export_local", "GrX_Matrix_extractTuples_local",
          "GrX_Matrix_gather", "GrX_Matrix_import_local", "GrX_Matrix_owned", "GrX_Matrix_scatter",
          "GrX_Vector_build_local", "GrX_Vector_extractTuples_local", "GrX_Vector_gather",
          "GrX_Vector_owned", "GrX_Vector_scatter"}) {
        EXPECT_EQ(expected.erase(name), 1U) << name;
    }
    // GraphBLAS.h declares these functions of SuiteSparse; test_gxb_arguments.cpp has the others.
    expected.insert({"GxB_Vector_extract_Vector", "GxB_Vector_build_Vector",
                     "GxB_Matrix_import_FullR", "GxB_Matrix_export_FullR", "GxB_Vector_import_Full",
                     "GxB_Vector_export_Full"});
    World world;
    HandleCases cases;
    for (const AddCases add : all_groups) add(cases, world);
    std::set<std::string> covered;
    for (const HandleCase &one : cases)
        EXPECT_TRUE(covered.insert(one.function).second) << one.function << " twice";
    std::vector<std::string> missing, unknown;
    std::set_difference(expected.begin(), expected.end(), covered.begin(), covered.end(),
                        std::back_inserter(missing));
    std::set_difference(covered.begin(), covered.end(), expected.begin(), expected.end(),
                        std::back_inserter(unknown));
    EXPECT_EQ(missing, std::vector<std::string>{});
    EXPECT_EQ(unknown, std::vector<std::string>{});
}

} // namespace
} // namespace api
