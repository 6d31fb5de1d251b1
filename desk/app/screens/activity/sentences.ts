import { isRole } from '#domain/people/rights.ts'
import type { DeskTexts } from '#texts/desk/index.ts'
import type { ResultOf } from '../../api.ts'
import { useRoleNames } from '../../roles.ts'
import { useCounted } from '../../submissions/item.tsx'
import { useTexts } from '../../texts.tsx'

type Trail = ResultOf<'GET /activity'>
export type Entry = Trail['entries'][number]

/** How cli/actor.ts begins. */
const COMMAND_LINE = 'command line: '
const NOBODY = 'nobody'

export function useSentences(names: Trail['names'], subjects: Trail['subjects'] = {}) {
  const namesOf = useRoleNames()
  const { activity: texts, content, submissions, say, formats } = useTexts()
  const counted = useCounted()
  const nameOf = (id: string) => isolated(names[id] ?? submissions.formerColleague)
  const wordIn = (texts: object, key: string | undefined) => (texts as Record<string, string>)[key ?? ''] ?? key ?? ''

  /** The type, where the title stands beside it. */
  const recordOf = (subject: string) => {
    const [type = ''] = subject.split('/')
    return subjects[subject] || type === subject ? wordIn(content.types, type) : subject
  }

  return {
    actorOf({ actor }: Pick<Entry, 'actor'>) {
      if (names[actor]) return names[actor]
      if (actor.startsWith(COMMAND_LINE))
        return say('activity.actors.terminal', { user: actor.slice(COMMAND_LINE.length) })
      return actor === 'server' || actor === 'desk' || actor === 'candidate'
        ? texts.actors[actor]
        : submissions.formerColleague
    },
    sentenceOf({ action, subject, counts, words }: Pick<Entry, 'action' | 'subject' | 'counts' | 'words'>) {
      const key = action.replaceAll('.', '-') as keyof DeskTexts['activity']['actions']
      if (!(key in texts.actions)) return action
      const assignee = words.assignee ?? words.assign ?? NOBODY
      return say(`activity.actions.${key}`, {
        name: nameOf(subject),
        roles: namesOf(words.role?.split(' ').filter(isRole) ?? []),
        stage: wordIn(submissions.stages, words.stage),
        kind: words.stage ? 'stage' : 'assign',
        assignee: assignee === NOBODY ? NOBODY : 'somebody',
        person: nameOf(assignee),
        by: words.by ?? '',
        read: words.read ?? 'yes',
        count: counts.submissions ?? counts.sessions ?? counts.samples ?? counts.undone ?? counts.times ?? 0,
        letters: counts.letters ?? 0,
        what: counted(counts) || texts.nothing,
        format: words.format ?? 'none',
        chosen: words.chosen ?? '',
        file: wordIn(texts.formats, words.format),
        record: isolated(recordOf(subject)),
        when: words.made_at ? formats.moment(words.made_at) : '',
      })
    },
  }
}

/** A name keeps its own direction within a sentence. */
export const isolated = (text: string) => `\u2068${text}\u2069`
