import { stem } from './stem.ts'

/**
 * Everyday English words. Where documentation has them or lacks them says little: a question would be the same
 * question with others in their place. Names, identifiers and words of a field are not among them.
 */
const WORDS = `
accept accident account action actual add affect again ago agree aim allow almost alone along already alter although
always amount another answer apart appear app application apply appropriate area arise arrive article ask aspect assume attempt avoid
aware back bad bar base basic become begin behave behaviour behavior belong below benefit better big bit book both
bottom break bring broad build busy buy by call care careful carry case catch cause certain chance change check choice
choose clean clear click close code collect combine come comfortable common company complete complex concern condition
confuse consider consist contain content continue control copy correct count couple course cover create current custom
cut daily data day deal decide deep define definition demand depend describe design desire detail determine develop
different difficult direct discover discuss do document double down draw drop due during early ease easy edge effect
effective effort eight empty enable end enjoy enough ensure enter entire equal especially establish exact exactly except
exist expect expensive explain express extra face fact fail fall familiar famous far fast feature feel few field fill
final first fit five fix fly focus follow forbid force forget form former forward four free frequent fresh front full
function fun future gain general generally generate give global goal great group grow guess guide half hand handle hang
happy hard hardly hate head hear heavy hide high hint hold home hope hour huge human hundred idea ideal immediate
impact important impossible improve include increase indicate individual inform information inside intend interest
internal introduce invent involve issue item join keep kill large last late later lead learn least leave left
length less letter level light likely line list listen little live load local long longer lose loss low
machine main maintain major manage manner manual march mark match matter maximum meaning means measure meet member mention
method middle mind minimum minor minute miss mistake mix model modern moment month move name narrow natural near nearly
necessary negative network never new news next nice night nine none normal note notice number object obtain obvious occur
odd offer old open operate opinion opportunity option order ordinary original otherwise outside overall page pair part
particular pass past path pay people per percent perfect perform perhaps period permanent permit person personal pick
picture piece place plain plan play plenty point poor popular position positive possibility power practical practice
prefer prepare present press pretty prevent previous price principle print private probably problem proceed process
produce product program proper properly protect prove provide public pull purpose push put quality quarter
question quick quickly quiet raise random range rare rate reach read ready real realize reason receive recent recognize
recommend record reduce refer reflect regard regular relate release relevant remain remember remind repeat replace reply
report represent request require rest result return review rich rid rise role roll room rough round rule run safe
sample save scale scene school score search seat second section seem select sell send sense sentence separate
series serious serve set settle setting seven several shape share sharp short shortcut shut side sight sign similar
simple simply since single site situation six size skip sleep slight slow small smart smooth solid solution solve
somebody sometimes somewhere soon sort sound source space special specific specify speed spend split spot spread stage
stand standard start state stay step stick still stop store straight strange strong structure study stuff style subject
submit succeed success such sudden suggest suit suitable supply support suppose surprise system table talk target task
teach team technical ten term text therefore thin think third though three throw tie tight time tiny title today
tomorrow tool top topic total touch track trade travel treat trick trouble true trust truth try turn twelve twice two
type typical understand unique unit unless unlike upper useful user usual usually valid value variety version view visit visible
wait wake walk warm watch weak wear week weight welcome wide wild win window wish wonder word work world worry worth
write wrong year young zero
`

const COMMON: ReadonlySet<string> = new Set(
  WORDS.split(/\s+/)
    .filter((word) => word !== '')
    .map(stem),
)

/** True for the stem of an everyday English word. */
export function isCommon(stemmed: string): boolean {
  return COMMON.has(stemmed)
}
