/** Covers "password1234", "P@ssw0rd!2024", "qwertyuiop12" and their like: common words with digits and signs around them. */
export function isCommonPassword(password: string): boolean {
  const lower = password.normalize('NFKC').toLowerCase()
  const word = lower.replace(/^[^\p{L}]+|[^\p{L}]+$/gu, '')
  return [lower, unmasked(lower), unmasked(word)].some((spelling) => {
    const letters = spelling.replace(/[^\p{L}]/gu, '')
    return isRepeated(letters) || isMadeOfFew(letters)
  })
}

const unmasked = (text: string) => text.replace(/[01345789@$!]/g, (sign) => LETTER_LIKE[sign] ?? '')

const LETTER_LIKE: Record<string, string> = {
  ...{ 0: 'o', 1: 'i', 3: 'e', 4: 'a', 5: 's', 7: 't', 8: 'b', 9: 'g' },
  ...{ '@': 'a', $: 's', '!': 'i' },
}

const MAX_REPEATED_LETTERS = 5

const isRepeated = (letters: string) => {
  for (let length = 1; length <= MAX_REPEATED_LETTERS; length++) {
    const unit = letters.slice(0, length)
    if (unit.repeat(Math.ceil(letters.length / length)).startsWith(letters)) return true
  }
  return false
}

/** Three different words are as good as a passphrase. */
const MAX_PARTS = 2

/** Whether only one or two different common words or rows of keys make up the letters. */
function isMadeOfFew(letters: string, parts: readonly string[] = []): boolean {
  if (letters === '') return true
  const row = rowAt(letters)
  const beginnings = row.length >= MIN_ROW ? [row] : []
  for (const word of WORDS) if (letters.startsWith(word)) beginnings.push(word)
  return beginnings.some((part) => {
    const different = parts.includes(part) ? parts : [...parts, part]
    return different.length <= MAX_PARTS && isMadeOfFew(letters.slice(part.length), different)
  })
}

const MIN_ROW = 3

/** The longest row of keys or of the alphabet, in either direction, with which the letters begin. */
function rowAt(letters: string) {
  let longest = ''
  for (const row of ROWS)
    for (let length = letters.length; length > longest.length; length--)
      if (row.includes(letters.slice(0, length))) longest = letters.slice(0, length)
  return longest
}

const ONE_WAY = [
  ...['qwertyuiop', 'asdfghjkl', 'zxcvbnm', 'qwertyuiopasdfghjklzxcvbnm', 'azertyuiop', 'qwertzuiop'],
  ...['qazwsxedcrfvtgbyhnujmikolp', 'abcdefghijklmnopqrstuvwxyz', 'ضصثقفغعهخحجد', 'شسيبلاتنمكط', 'ئءؤرلاىةوزظ'],
  ...['ابتثجحخدذرزسشصضطظعغفقكلمنهوي', 'أبتثجحخدذرزسشصضطظعغفقكلمنهوي'],
]
const ROWS = ONE_WAY.flatMap((row) => [row, [...row].reverse().join('')])

/** Of the lists of leaked passwords, and of this country and company. */
const WORDS = new Set(
  `
password passwort passw0rd passord parola motdepasse contrasena senha pass word secret secure security letmein welcome
hello login signin user username guest admin administrator root test testing tester temp temporary default change changeme
changeit master manager system server computer internet network office company business desk team staff website laptop
windows linux apple google facebook instagram twitter youtube whatsapp telegram amazon netflix microsoft samsung iphone
android nokia nuqta egypt cairo alexandria giza masr misr arab arabic allah bismillah inshallah alhamdulillah mashallah
ramadan islam quran muhammad mohamed mohammed mohammad mahmoud ahmed ahmad mostafa mustafa hassan hussein hussain
ibrahim youssef yousef khaled omar amr tarek sherif karim ali abdallah abdullah abdelrahman fatma fatima mona mariam
maryam sara sarah nour noura yasmin aya salma habibi habibty hayati habib ahly alahly ahlawy zamalek mosalah salah
love lovely iloveyou ilovegod iloveu loveyou loveme lover forever together friend friends family mother father mama baba
baby babygirl babyboy angel princess prince queen king sweet sweetheart sunshine flower butterfly beautiful beauty
happy smile lucky money diamond gold silver crystal rainbow star stars sunny moon heaven summer winter spring autumn
january february march april june july august september october november december monday tuesday wednesday thursday
friday saturday sunday football soccer baseball basketball hockey golfer liverpool chelsea arsenal manchester united
barcelona realmadrid madrid messi ronaldo cristiano juventus milan batman superman spiderman pokemon pikachu naruto
starwars startrek matrix dragon monkey tiger lion eagle falcon wolf bear horse shadow hunter ranger killer ninja samurai
warrior soldier knight pirate phoenix thunder storm fire freedom liberty peace power magic merlin wizard mustang ferrari
porsche mercedes corvette harley jordan michael jennifer jessica michelle nicole daniel andrew joshua matthew anthony
robert thomas charlie george jordan taylor ashley amanda maggie ginger pepper cookie cheese chocolate banana orange
purple yellow black white green blue access trustno trust nothing whatever something anything blink asshole fuckyou
fuck bitch qwerty azerty asdf zxcv abcd aaaa cameron samantha hannah buster tigger snoopy peanut coffee please thank
starbucks america england france germany canada london paris newyork dubai saudi
كلمة المرور السر مرحبا محمد احمد أحمد محمود مصطفى حبيبي القاهرة مصر الله بسم الاهلي الأهلي الزمالك نقطة مكتب
`
    .trim()
    .split(/\s+/),
)
