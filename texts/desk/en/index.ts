export { default as account } from './account.json' with { type: 'json' }
export { default as activity } from './activity.json' with { type: 'json' }
export { default as board } from './board.json' with { type: 'json' }
export { default as content } from './content.json' with { type: 'json' }
export { default as door } from './door.json' with { type: 'json' }
export { default as erase } from './erase.json' with { type: 'json' }
export { default as 'field-errors' } from './field-errors.json' with { type: 'json' }
export { default as inbox } from './inbox.json' with { type: 'json' }
export { default as letters } from './letters.json' with { type: 'json' }
export { default as people } from './people.json' with { type: 'json' }
export { default as pictures } from './pictures.json' with { type: 'json' }
export { default as shell } from './shell.json' with { type: 'json' }
export { default as submission } from './submission.json' with { type: 'json' }
export { default as submissions } from './submissions.json' with { type: 'json' }
export { default as templates } from './templates.json' with { type: 'json' }
export { default as today } from './today.json' with { type: 'json' }
export { default as webhooks } from './webhooks.json' with { type: 'json' }

export type DeskTexts = typeof import('./index.ts')
