import { renderToStaticMarkup } from 'react-dom/server'
import { describe, expect, test } from 'vitest'
import * as en from '#texts/desk/en/index.ts'
import { LANGUAGES, type Language } from '#texts/languages.ts'
import { loadTexts, TextsProvider } from '../../texts.tsx'
import { type Entry, useSentences } from './sentences.ts'

const ACTIONS = Object.keys(en.activity.actions).map((key) => key.replace('-', '.'))

describe.each(LANGUAGES)('the activity in %s', (language) => {
  test.each(ACTIONS)('says %s as a sentence', async (action) => {
    const { sentence } = await read(language, { action, words: { made_at: '2026-03-09T10:00:00Z', format: 'csv' } })
    expect(sentence).not.toMatch(/[{}]|undefined/)
    // Neither the action's name nor the key of a missing text, which has a dot.
    expect(sentence).not.toMatch(/\w\.\w/)
  })

  test('names who was changed, who was given work, and how much it was', async () => {
    const given = await read(language, {
      action: 'submission.bulk',
      counts: { submissions: 12 },
      words: { assign: 'b' },
    })
    expect(given.sentence).toContain('Nadia Fouad')
    expect(given.sentence).toMatch(/12|١٢/)
    const marked = await read(language, { action: 'submission.mark-read', counts: { submissions: 12 } })
    expect(marked.sentence).toMatch(/12|١٢/)
    expect((await read(language, { action: 'person.remove', subject: 'b' })).sentence).toContain('Nadia Fouad')
    const erased = await read(language, { action: 'erase', counts: { 'contact-message': 3, 'idempotency-key': 3 } })
    expect(erased.sentence).not.toMatch(/[a-z]-[a-z]/)
  })

  test('tells people, the terminal and the desk itself apart', async () => {
    const [person, terminal, desk] = await Promise.all(
      ['b', 'command line: root', 'server'].map(async (actor) => (await read(language, { actor })).actor),
    )
    expect(person).toBe('Nadia Fouad')
    expect(terminal).toContain('root')
    expect(new Set([person, terminal, desk]).size).toBe(3)
  })
})

async function read(language: Language, changes: Partial<Entry>) {
  const entry = { actor: 'a', action: 'session.start', subject: 'a', counts: {}, words: {}, ...changes }
  const texts = await loadTexts(language)
  const found = { actor: '', sentence: '' }
  function Probe() {
    const { actorOf, sentenceOf } = useSentences({ a: 'Karim Nabil', b: 'Nadia Fouad' })
    Object.assign(found, { actor: actorOf(entry), sentence: sentenceOf(entry) })
    return null
  }
  renderToStaticMarkup(
    <TextsProvider language={language} texts={texts} timeZone="UTC">
      <Probe />
    </TextsProvider>,
  )
  return found
}
