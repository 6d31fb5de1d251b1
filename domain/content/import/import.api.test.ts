import { mkdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import sharp from 'sharp'
import { describe, expect, test } from 'vitest'
import { DATABASES, freshDatabaseOf } from '../../../tests/support/databases.ts'
import { duringTests } from '../../../tests/support/during-tests.ts'
import { temporaryFolder } from '../../../tests/support/temporary-folder.ts'
import { openDatabase } from '../../platform/database/connection.ts'
import { preparePicture } from '../pictures/prepare.ts'
import { readRecord } from '../records.ts'
import { importArticles, planImport } from './import-articles.ts'

const folder = temporaryFolder()
const importing = { author: 'command', now: new Date('2026-05-01T00:00:00.000Z'), prepare: preparePicture }

const item = (inside: string) => `<item>${inside}</item>`
const post = (id: number, slug: string, html: string, more = '') =>
  item(`<title><![CDATA[Post ${id} & more]]></title><link>https://old.example/2024/${slug}/</link>
    <dc:creator><![CDATA[Mona]]></dc:creator><content:encoded><![CDATA[${html}]]></content:encoded>
    <excerpt:encoded><![CDATA[]]></excerpt:encoded><wp:post_id>${id}</wp:post_id><wp:post_date>2024-05-06 07:08:09</wp:post_date>
    <wp:post_name>${slug}</wp:post_name><wp:status>publish</wp:status><wp:post_type>post</wp:post_type>
    <category domain="category" nicename="news"><![CDATA[News]]></category>${more}`)

const HTML = `<!-- wp:paragraph --><p>First <strong>bold</strong> and <a href="https://old.example/2024/second/">second</a>.</p><!-- /wp:paragraph -->
<h2 style="color:red">A heading</h2><ul><li>one</li><li>two</li></ul>
<figure><img src="https://old.example/wp-content/uploads/2024/harbour-300x200.jpg" alt="A harbour"><figcaption>At night</figcaption></figure>
<script>alert(1)</script><blockquote><p>Said</p></blockquote><pre>code &lt;b&gt;</pre><p onclick="x()">&copy; <a href="javascript:alert(1)">end</a></p>`

async function uploads() {
  const pictures = path.join(folder, 'uploads')
  mkdirSync(path.join(pictures, '2024'), { recursive: true })
  const photo = sharp({ create: { width: 600, height: 400, channels: 3, background: '#345' } }).jpeg()
  await photo.toFile(path.join(pictures, '2024/harbour.jpg'))
  return pictures
}

describe.each(DATABASES)('an import on %s', (name) => {
  const fresh = freshDatabaseOf(name)
  const database = duringTests(async () => openDatabase(await fresh()))

  test('posts of WordPress become drafts with pictures, dates and words in addresses; nothing is overwritten', async () => {
    const source = path.join(folder, `${name}.xml`)
    const cover = '<wp:postmeta><wp:meta_key>_thumbnail_id</wp:meta_key><wp:meta_value>9</wp:meta_value></wp:postmeta>'
    const attachment = item(`<wp:post_id>9</wp:post_id><wp:post_type>attachment</wp:post_type>
      <wp:attachment_url>https://old.example/wp-content/uploads/2024/harbour.jpg</wp:attachment_url>`)
    writeFileSync(
      source,
      `<rss xmlns:wp="http://wordpress.org/export/1.2/"><channel>${attachment}${post(1, 'first', HTML, cover)}${post(2, 'second', 'One\n\nTwo')}${post(3, 'loading', 'x')}</channel></rss>`,
    )
    const options = { source, language: 'en', pictures: await uploads() } as const
    const plan = await planImport(database, options)
    expect(
      plan.map(({ slug, isKnown, publishedOn, formerAddress }) => [slug, isKnown, publishedOn, formerAddress]),
    ).toEqual([
      ['first', false, '2024-05-06', '/2024/first'],
      ['second', false, '2024-05-06', '/2024/second'],
      ['loading', true, '2024-05-06', '/2024/loading'],
    ])
    expect(await readRecord(database.queries, 'notes', 7)).toBeUndefined()
    expect(await importArticles(database, options, importing)).toEqual({ count: 2, isWhole: true })
    const { parts, isPublished } = (await readRecord(database.queries, 'notes', 7)) as NonNullable<
      Awaited<ReturnType<typeof readRecord>>
    >
    expect(isPublished).toBe(false)
    expect(parts.shared.fields).toMatchObject({
      slug: 'first',
      published_on: '2024-05-06',
      cover: { en: expect.stringContaining('/uploads/600x400') },
    })
    expect(parts.en.fields).toMatchObject({ title: 'Post 1 & more', topic: 'News', author: 'Mona' })
    expect(parts.ar.fields.body).toBe('')
    expect(String(parts.en.fields.body).replace(/\/media\/[\w-]{16}/, '/media/ID')).toBe(
      'First **bold** and [second](/blog-details?note=second).\n\n## A heading\n\n- one\n- two\n\n' +
        '![A harbour](/media/ID/uploads/600x400-22/600.webp "At night")\n\n> Said\n\n```\ncode <b>\n```\n\n© end',
    )
    expect(await importArticles(database, options, importing)).toEqual({ count: 0, isWhole: true })
  })

  test('a folder of Markdown becomes articles, both languages of one word together', async () => {
    const source = path.join(folder, `texts-${name}`)
    mkdirSync(source)
    await sharp({ create: { width: 300, height: 200, channels: 3, background: '#543' } })
      .png()
      .toFile(path.join(source, 'plan.png'))
    writeFileSync(
      path.join(source, '2023-02-01-spring.en.md'),
      '---\ntitle: "Spring"\ndate: 2023-02-01\n---\nIt *is*.\n\n![A plan](plan.png) ![](gone.png)\n',
    )
    writeFileSync(path.join(source, 'spring.ar.md'), '---\ntitle: الربيع\n---\nهو.\n')
    const options = { source, language: 'en', pictures: undefined } as const
    const plan = await planImport(database, options)
    expect(plan).toHaveLength(1)
    expect(plan[0]).toMatchObject({ slug: 'spring', publishedOn: '2023-02-01', missing: ['gone.png', 'gone.png'] })
    expect(await importArticles(database, options, importing)).toEqual({ count: 1, isWhole: true })
    const last = await readRecord(database.queries, 'notes', 9)
    expect(last?.parts.ar.fields).toMatchObject({ title: 'الربيع', body: 'هو.' })
    expect(last?.parts.en.fields.body).toMatch(/^It \*is\*\.\n\n!\[A plan\]\(\/media\/.+\.webp\)$/)
  })

  test('another file is refused before anything is written', async () => {
    const source = path.join(folder, `other-${name}.xml`)
    writeFileSync(source, '<rss><channel><item><title>x</title></item></channel></rss>')
    const options = { source, language: 'en', pictures: undefined } as const
    await expect(planImport(database, options)).rejects.toThrow()
  })
})
