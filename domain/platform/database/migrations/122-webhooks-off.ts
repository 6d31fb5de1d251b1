import type { Migration } from './migration.ts'

/** A webhook is switched off when its receiver says that it is gone. */
export const addWebhookOff: Migration = async ({ schema }) => {
  await schema.alterTable('webhooks').addColumn('off_since', 'text').execute()
}
