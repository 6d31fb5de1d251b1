/** Words of this country and company, and rows of an Arabic keyboard, which the package's list lacks. */
const LOCAL_WORDS = [
  ...['nuqta', 'nuqtadesk', 'mohamed', 'mohammed', 'ahmed', 'mahmoud', 'mostafa', 'zamalek', 'alahly', 'bismillah'],
  ...['alhamdulillah', 'habibi', 'egypt', 'cairo', 'ضصثقفغعهخحجد', 'شسيبلاتنمكط', 'محمد', 'أحمد', 'كلمة', 'المرور'],
  ...['السر', 'حبيبي', 'القاهرة', 'الأهلي', 'الزمالك', 'نقطة'],
]

/** Of 0 to 4: fewer than 10,000,000,000 guesses find any other. */
const STRONG = 4
/** Judging takes time that grows with the length, and a long password is not weak because of its end. */
const JUDGED_LETTERS = 64

/** Covers "password1234", "P@ssw0rd!2024", "qwertyuiop12" and their like. Loaded on demand: the list takes 24 MB. */
export async function isCommonPassword(password: string): Promise<boolean> {
  judge ??= loadJudge()
  return (await judge).check(password.normalize('NFKC').slice(0, JUDGED_LETTERS)).score < STRONG
}

let judge: ReturnType<typeof loadJudge> | undefined

async function loadJudge() {
  const { ZxcvbnFactory } = await import('@zxcvbn-ts/core')
  const { adjacencyGraphs, dictionary } = await import('@zxcvbn-ts/language-common')
  return new ZxcvbnFactory({ dictionary: { ...dictionary, local: LOCAL_WORDS }, graphs: adjacencyGraphs })
}
