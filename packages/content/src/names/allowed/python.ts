import type { LanguageWords } from './language-words.ts'
import { PYTHON_MODULES } from './standard-modules.ts'

/** Every built-in one. */
const EXCEPTIONS = `ArithmeticError AssertionError AttributeError BaseException BaseExceptionGroup BlockingIOError BrokenPipeError
  BufferError BytesWarning ChildProcessError ConnectionAbortedError ConnectionError ConnectionRefusedError
  ConnectionResetError DeprecationWarning EOFError EncodingWarning EnvironmentError Exception ExceptionGroup
  FileExistsError FileNotFoundError FloatingPointError FutureWarning GeneratorExit IOError ImportError ImportWarning
  IndentationError IndexError InterruptedError IsADirectoryError KeyError KeyboardInterrupt LookupError MemoryError
  ModuleNotFoundError NameError NotADirectoryError NotImplementedError OSError OverflowError
  PendingDeprecationWarning PermissionError ProcessLookupError RecursionError ReferenceError ResourceWarning
  RuntimeError RuntimeWarning StopAsyncIteration StopIteration SyntaxError SyntaxWarning SystemError SystemExit
  TabError TimeoutError TypeError UnboundLocalError UnicodeDecodeError UnicodeEncodeError UnicodeError
  UnicodeTranslateError UnicodeWarning UserWarning ValueError Warning ZeroDivisionError`

export const PYTHON: LanguageWords = {
  names: 'py python python3 pycon ipython pyi',
  family: 'other',
  words: `${EXCEPTIONS} False None True and as assert async await break class continue def del elif else except finally for from global
    if import in is lambda nonlocal not or pass raise return try while with yield self cls abs all any bool bytes
    callable chr dict dir enumerate eval exec filter float format frozenset getattr hasattr hash hex id input int
    isinstance issubclass iter len list map max min next object open ord pow print property range repr reversed round set
    setattr slice sorted staticmethod classmethod str sum super tuple type vars zip __init__ __name__ __main__ __file__ __call__ __enter__ __exit__ __repr__ __str__ Optional Union
    Any List Dict Tuple Callable Literal Annotated TypeVar Generic Iterator Iterable Sequence Mapping Path datetime
    timedelta dataclass field asyncio`,
  globals: `os sys re json math random time datetime pathlib collections itertools functools typing logging subprocess
    asyncio shutil uuid decimal enum dataclasses contextlib io csv string copy tempfile threading np pd plt self cls
    __name__ timedelta date`,
  modules: PYTHON_MODULES,
  members: `append extend insert remove pop clear index count sort reverse copy keys values items get update setdefault join
    split strip lstrip rstrip replace format startswith endswith lower upper title encode decode read write close open
    readlines add discard union run info debug warning error exception now today isoformat strftime total_seconds name
    value args kwargs __init__ __name__ __class__ __dict__`,
}
