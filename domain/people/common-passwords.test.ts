import { expect, test } from 'vitest'
import { isCommonPassword } from './common-passwords.ts'

test.each([
  ...['password1234', 'P@ssw0rd2024!', 'passwordpassword', 'Password.Password', '123456789012', '01012345678901'],
  ...['qwertyuiop12', 'Qwerty123456', 'asdfghjkl;12', '1q2w3e4r5t6y', '1qaz2wsx3edc', 'zyxwvutsrqpo', 'abcdefghijkl'],
  ...['welcome12345', 'Admin@123456', 'adminadmin12', 'administrator', 'letmein!!!!!', 'changeme2026', 'Summer2026!!'],
  ...['iloveyou1234', 'mohamed@2010', 'Ahmed1234567', 'bismillah786', 'zamalek1911!', 'Nuqta2026!!!', 'nuqtadesk123'],
  ...['aaaaaaaaaaaa', 'abababababab', 'xkqzxkqzxkqz', '............', 'ضصثقفغعهخحجد', 'محمد12345678', 'كلمة المرور 1'],
])('%s is common', async (password) => {
  expect(await isCommonPassword(password)).toBe(true)
})

test.each([
  ...['a sentence nobody guesses', 'correct horse battery staple', 'mauve-kettle-orbit', 'tR7#kq9!vLx2w'],
  ...['seven blue doors open', 'another sentence nobody guesses', 'ثلاثة أبواب خضراء تفتح', '8f2c1e9ab04d77'],
])('%s is not', async (password) => {
  expect(await isCommonPassword(password)).toBe(false)
})

test.each(['a', 'pass', 'p4$$w0rd1', 'lovelysweetheartx'])(
  '%s two hundred times is judged by its beginning',
  async (unit) => {
    expect(await isCommonPassword(unit.repeat(200))).toBe(await isCommonPassword(unit.repeat(1000)))
  },
)
