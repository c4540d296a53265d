import type { LanguageWords } from './language-words.ts'

/** Java, Kotlin, C#, C, C++, PHP, Swift, Ruby, Elixir: one list, because each is small here. */
export const C_LIKE: LanguageWords = {
  names:
    'java kotlin kt scala groovy csharp cs c cpp c++ objectivec swift php dart ruby rb elixir ex exs erlang lua perl r',
  family: 'other',
  words: `abstract alias as assert async await begin bool boolean break byte case catch char class companion const continue
    data def default defmodule defp delete do double dynamic each echo else elsif end ensure enum export extends extern
    false final finally float fn for foreach fun func function goto guard if implements import in include inline int
    interface internal is lambda let long loop match mod module mut namespace new nil not null object of open operator or
    override package private protected public puts raise readonly record ref require rescue return sealed self short
    static str string struct super switch synchronized this throw throws trait true try typedef typeof union unless
    unsigned until use using val var virtual void volatile when where while with yield String Integer Long Double Float
    Boolean List Map Set Optional Object Exception Array Task print println printf array isset empty count echo main
    Override Test ArithmeticException ArrayIndexOutOfBoundsException ClassCastException ClassNotFoundException
    FileNotFoundException IllegalArgumentException IllegalStateException IndexOutOfBoundsException InterruptedException
    IOException NoSuchElementException NullPointerException NumberFormatException RuntimeException
    UnsupportedOperationException ArgumentException ArgumentNullException FormatException InvalidOperationException
    KeyNotFoundException NotImplementedException NotSupportedException NullReferenceException
    OperationCanceledException TimeoutException ArgumentError LoadError NoMethodError StandardError`,
  globals:
    'System Console Math Arrays Collections Objects String Integer List Map Set self this super std Enum IO Kernel',
  members: `add get set put remove size length toString equals hashCode println print printf format contains isEmpty map
    filter collect stream forEach of each new count first last push pop join split begin end c_str push_back to_s to_i
    Add Count Length ToString Where Select FirstOrDefault ToList Any All`,
}
