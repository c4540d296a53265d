/** What every function and object has. */
const OF_ALL =
  'apply arguments bind call caller constructor hasOwnProperty isPrototypeOf length name propertyIsEnumerable prototype toLocaleString toString valueOf'

/** Members of the built-in objects of JavaScript that no program makes itself, as ECMAScript and Node.js list them. */
const MEMBERS: Readonly<Record<string, string>> = {
  JSON: 'isRawJSON parse rawJSON stringify',
  Math: 'E LN10 LN2 LOG10E LOG2E PI SQRT1_2 SQRT2 abs acos acosh asin asinh atan atan2 atanh cbrt ceil clz32 cos cosh exp expm1 f16round floor fround hypot imul log log10 log1p log2 max min pow random round sign sin sinh sqrt sumPrecise tan tanh trunc',
  Object:
    'assign create defineProperties defineProperty entries freeze fromEntries getOwnPropertyDescriptor getOwnPropertyDescriptors getOwnPropertyNames getOwnPropertySymbols getPrototypeOf groupBy hasOwn is isExtensible isFrozen isSealed keys preventExtensions seal setPrototypeOf values',
  Array: 'from fromAsync isArray of',
  Number:
    'EPSILON MAX_SAFE_INTEGER MAX_VALUE MIN_SAFE_INTEGER MIN_VALUE NEGATIVE_INFINITY NaN POSITIVE_INFINITY isFinite isInteger isNaN isSafeInteger parseFloat parseInt',
  String: 'fromCharCode fromCodePoint raw',
  Boolean: '',
  Date: 'UTC now parse',
  Promise: 'all allSettled any race reject resolve try withResolvers',
  Symbol:
    'asyncDispose asyncIterator dispose for hasInstance isConcatSpreadable iterator keyFor match matchAll replace search species split toPrimitive toStringTag unscopables',
  Intl: 'Collator DateTimeFormat DisplayNames DurationFormat ListFormat Locale NumberFormat PluralRules RelativeTimeFormat Segmenter getCanonicalLocales supportedValuesOf',
  process:
    'abort addListener allowedNodeEnvironmentFlags arch argv argv0 availableMemory binding channel chdir config connected constrainedMemory cpuUsage cwd debugPort disconnect dlopen domain emit emitWarning env eventNames execArgv execPath execve exit exitCode features finalization getActiveResourcesInfo getBuiltinModule getMaxListeners getegid geteuid getgid getgroups getuid hasUncaughtExceptionCaptureCallback hrtime initgroups kill listenerCount listeners loadEnvFile mainModule memoryUsage moduleLoadList nextTick noDeprecation off on once openStdin permission pid platform ppid prependListener prependOnceListener rawListeners reallyExit ref release removeAllListeners removeListener report resourceUsage send setMaxListeners setSourceMapsEnabled setUncaughtExceptionCaptureCallback setegid seteuid setgid setgroups setuid sourceMapsEnabled stderr stdin stdout threadCpuUsage throwDeprecation title traceDeprecation traceProcessWarnings umask unref uptime version versions',
  console:
    'Console assert clear context count countReset createTask debug dir dirxml error group groupCollapsed groupEnd info log profile profileEnd table time timeEnd timeLog timeStamp trace warn',
}

/** By the name of the object; each list is complete. */
export const STANDARD_MEMBERS: ReadonlyMap<string, ReadonlySet<string>> = new Map(
  Object.entries(MEMBERS).map(([name, members]) => [name, new Set(`${members} ${OF_ALL}`.split(/\s+/))]),
)
