import pg from 'pg'

/** One statement on its own connection. */
export async function queryOnce(connectionString: string, statement = 'select 1') {
  const client = new pg.Client({ connectionString })
  client.on('error', () => {})
  await client.connect()
  try {
    return await client.query(statement)
  } finally {
    await client.end()
  }
}
