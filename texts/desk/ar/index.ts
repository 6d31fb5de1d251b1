import type { DeskTexts } from '../en/index.ts'
import account from './account.json' with { type: 'json' }
import activity from './activity.json' with { type: 'json' }
import board from './board.json' with { type: 'json' }
import content from './content.json' with { type: 'json' }
import door from './door.json' with { type: 'json' }
import erase from './erase.json' with { type: 'json' }
import fieldErrors from './field-errors.json' with { type: 'json' }
import inbox from './inbox.json' with { type: 'json' }
import letters from './letters.json' with { type: 'json' }
import people from './people.json' with { type: 'json' }
import pictures from './pictures.json' with { type: 'json' }
import shell from './shell.json' with { type: 'json' }
import submission from './submission.json' with { type: 'json' }
import submissions from './submissions.json' with { type: 'json' }
import templates from './templates.json' with { type: 'json' }
import today from './today.json' with { type: 'json' }
import webhooks from './webhooks.json' with { type: 'json' }

export const ar: DeskTexts = {
  shell,
  'field-errors': fieldErrors,
  door,
  today,
  inbox,
  submission,
  submissions,
  board,
  letters,
  templates,
  content,
  erase,
  people,
  account,
  activity,
  webhooks,
  pictures,
}
