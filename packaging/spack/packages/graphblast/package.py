"""For Spack: spack repo add packaging/spack; in a checkout: spack dev-build graphblast@main."""

from spack.package import *


class Graphblast(CMakePackage, CudaPackage):
    """The GraphBLAS C API 2.1: graph algorithms as sparse linear algebra, on all cores and on NVIDIA GPUs."""

    maintainers = []

    license("Apache-2.0")

    version("main")

    variant("shared", default=True, description="A shared library; else an archive, without the names of SuiteSparse:GraphBLAS")
    variant("tools", default=True, description="The command graphblast")
    variant("fortran", default=False, description="The Fortran module graphblas")
    variant("openblas", default=True, description="Products of full matrices by OpenBLAS")
    variant("suitesparse_names", default=False, description="Install libgraphblas.so and suitesparse/GraphBLAS.h too")

    depends_on("c", type="build")
    depends_on("cxx", type="build")
    depends_on("fortran", type="build", when="+fortran")
    depends_on("cmake@3.22:", type="build")
    depends_on("ninja", type="build")
    depends_on("pkgconfig", type="build")
    depends_on("python@3.9:", type="build")
    depends_on("zstd")
    depends_on("lz4")
    depends_on("openblas threads=pthreads", when="+openblas")
    depends_on("cuda@12.8:", when="+cuda")
    with when("+tools"):
        depends_on("cli11@2:")
        depends_on("fmt@9:")
        depends_on("nlohmann-json@3:")
        depends_on("zlib-api")
        depends_on("bzip2")

    conflicts("%gcc@:11", msg="C++20 is needed")
    conflicts("+suitesparse_names", when="~shared")
    conflicts("cuda_arch=none", when="+cuda", msg="name the GPU: cuda_arch=90")

    generator("ninja")

    def cmake_args(self):
        args = [
            self.define_from_variant("BUILD_SHARED_LIBS", "shared"),
            self.define_from_variant("GRAPHBLAST_BUILD_TOOLS", "tools"),
            self.define("GRAPHBLAST_BUILD_TESTS", self.run_tests and self.spec.satisfies("+shared")),
            self.define_from_variant("GRAPHBLAST_CUDA", "cuda"),
            self.define_from_variant("GRAPHBLAST_FORTRAN", "fortran"),
            self.define_from_variant("GRAPHBLAST_BLAS", "openblas"),
            self.define_from_variant("GRAPHBLAST_SUITESPARSE_COMPAT", "suitesparse_names"),
        ]
        if self.spec.satisfies("+cuda"):
            architectures = [f"{arch}-real" for arch in self.spec.variants["cuda_arch"].value]
            args.append(self.define("GRAPHBLAST_CUDA_ARCHITECTURES", architectures))
        return args
