import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { DEFAULT_LANGUAGE, isLanguage } from '#texts/languages.ts'
import '#site/styles/fonts.css'
import '#site/styles/tokens.css'
import './desk.css'
import { Desk } from './desk.tsx'
import { loadFirstTexts } from './texts.tsx'

/** The server has written the language of this browser's cookie into the document. */
const { lang } = document.documentElement
const language = isLanguage(lang) ? lang : DEFAULT_LANGUAGE

const root = document.getElementById('desk') as HTMLElement
const texts = await loadFirstTexts(language).catch((error) => {
  root.dataset.state = 'failed'
  throw error
})
createRoot(root).render(
  <StrictMode>
    <Desk language={language} texts={texts} />
  </StrictMode>,
)
