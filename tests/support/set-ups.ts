import type { Caller } from './desk-api.ts'

export const both = (en: string, ar = `${en} ع`) => ({ en, ar })

/** The first job of the starter content, as the desk gives its set-up. */
export async function readSetUp(call: Caller, process = '1') {
  const setUp = await (await call('GET /processes/:id', { params: { id: process } })).json()
  return setUp as {
    version: number
    stages: { id: string; kind: string; name: object | null; publicName: object | null }[]
    questions: object[]
    criteria: object[]
    counts: { id: string; count: number }[]
  }
}

/** Saves a set-up that differs in these parts from the stored one. */
export async function changeSetUp(call: Caller, changes: object, process = '1') {
  const { version, stages, questions, criteria } = await readSetUp(call, process)
  return call('PUT /processes/:id', {
    params: { id: process },
    body: { version, stages, questions, criteria, moves: {}, ...changes },
  })
}

/** The company's stages with one more of this kind, at its end. */
export async function withStage(call: Caller, stage: { id: string; kind: string; name: object; publicName?: object }) {
  const { stages } = await readSetUp(call)
  const last = stages.findLastIndex(({ kind }) => kind === stage.kind)
  return stages.toSpliced(last + 1, 0, { publicName: null, ...stage })
}

export const aQuestion = (changes: object = {}) => ({
  id: 'question1',
  kind: 'short',
  text: both('Which editor do you use?'),
  isRequired: true,
  options: [],
  knockOut: [],
  ...changes,
})

export const CHOICE = aQuestion({
  id: 'question2',
  kind: 'choice',
  text: both('Where do you live?'),
  options: [
    { id: 'option-cairo1', text: both('Cairo') },
    { id: 'option-other1', text: both('Elsewhere') },
  ],
  knockOut: ['option-other1'],
})
