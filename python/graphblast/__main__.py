"""python -m graphblast: which library is in use, and whether a GPU is."""

from ._library import library_path
from ._settings import Settings

settings = Settings()
print(f"graphblast {settings.version}, {library_path}")
print(f"threads: {settings.threads}")
print(f"GPU: {settings.gpu or 'none: ' + str(settings.why_no_gpu)}")
