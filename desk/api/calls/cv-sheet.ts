import { createTranslator } from 'use-intl/core'
import ar from '#texts/desk/ar/submission.json' with { type: 'json' }
import en from '#texts/desk/en/submission.json' with { type: 'json' }
import { directionOf, localeOf } from '#texts/languages.ts'
import { call } from '../call.ts'
import { readCv } from './cv.ts'

const TEXTS = { en, ar }

const CONTENT_SECURITY_POLICY =
  "default-src 'none'; img-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"

export const cvSheetCalls = {
  /** A page without scripts, for the printer. Each picture counts as opening the CV. */
  'GET /submissions/:id/cv/sheet': call({
    access: 'submissions.read',
    async handle({ database, queries, cvPictures, language, reply }, { params }) {
      const cv = await readCv(database, queries, params.id)
      const pages = (await cvPictures.pagesOf(cv))?.pages ?? []
      const texts = TEXTS[language]
      const say = createTranslator({ locale: localeOf(language), messages: texts })
      const title = `${texts.cv} · ${cv.reference}`
      const items = pages.map(({ width, height }, index) => {
        const alternative = say('page', { page: index + 1, pages: pages.length })
        const source = `/api/submissions/${cv.reference}/cv/pages/${index + 1}`
        return `<li><img src="${source}" alt="${alternative}" width="${Math.round(width)}" height="${Math.round(height)}"></li>`
      })
      reply
        .headers({ 'content-type': 'text/html; charset=utf-8', 'content-security-policy': CONTENT_SECURITY_POLICY })
        .send(
          `<!doctype html><html lang="${language}" dir="${directionOf(language)}"><meta charset="utf-8">` +
            `<meta name="viewport" content="width=device-width"><title>${title}</title>` +
            `<main><h1>${title}</h1>${items.length > 0 ? `<ol>${items.join('')}</ol>` : `<p>${texts.cannotBeShown}</p>`}</main></html>`,
        )
    },
  }),
}
