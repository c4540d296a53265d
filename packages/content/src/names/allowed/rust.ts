import type { LanguageWords } from './language-words.ts'

export const RUST: LanguageWords = {
  names: 'rust rs',
  family: 'other',
  words: `as async await break const continue crate dyn else enum extern false fn for if impl in let loop match mod move mut
    pub ref return self Self static struct super trait true type unsafe use where while bool char f32 f64 i8 i16 i32 i64
    isize str u8 u16 u32 u64 usize String Vec Option Some None Result Ok Err Box Rc Arc HashMap HashSet println print
    format panic vec assert assert_eq dbg todo derive main eprintln write writeln matches unreachable Default Debug Clone
    Copy Send Sync Display From Into Mutex RwLock PathBuf Path`,
  globals:
    'std core alloc self Self String Vec Option Result Box Rc Arc HashMap HashSet Ok Err Some Duration',
  members: `new unwrap expect map and_then ok err is_some is_none is_ok is_err iter into_iter collect clone to_string into
    as_str as_ref len push insert get unwrap_or unwrap_or_default unwrap_or_else default from filter for_each lock await
    to_owned contains join split trim parse`,
}
