# Writes OUTPUT, a C++ file with the texts of the run-time compiled kernels and a digest of them.
file(GLOB files RELATIVE "${SOURCES}/cuda" "${SOURCES}/cuda/*/*.cuh" "${SOURCES}/cuda/*/*_arguments.h")
set(rows "")
set(all "")
foreach(name IN LISTS files ITEMS algebra/catalogue.hpp algebra/catalogue_extended.hpp
        algebra/complex.hpp algebra/complex_extended.hpp algebra/complex_functions.hpp
        algebra/complex_numbers.hpp algebra/narrow_numbers.hpp algebra/numbers.hpp)
    if(name MATCHES "^algebra/")
        file(READ "${SOURCES}/${name}" text)
    else()
        file(READ "${SOURCES}/cuda/${name}" text)
    endif()
    string(APPEND all "${name}\n${text}")
    string(APPEND rows "    {\"${name}\", R\"kernel(${text})kernel\"},\n")
endforeach()
string(SHA256 digest "${all}")
file(WRITE "${OUTPUT}" "#include \"cuda/plugin/embedded.hpp\"

namespace grb::device {

static constexpr EmbeddedFile files[] = {
${rows}};

std::span<const EmbeddedFile> embedded_files() {
    return files;
}

const char *sources_digest() {
    return \"${digest}\";
}

} // namespace grb::device
")
