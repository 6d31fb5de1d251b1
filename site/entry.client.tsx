import { StrictMode, startTransition } from 'react'
import { hydrateRoot } from 'react-dom/client'
import { HydratedRouter } from 'react-router/dom'
import type { Language } from '#texts/languages.ts'
import { TextsProvider, textsInBrowser } from './texts.tsx'

startTransition(() => {
  hydrateRoot(
    document,
    <StrictMode>
      <TextsProvider language={document.documentElement.lang as Language} texts={textsInBrowser}>
        <HydratedRouter />
      </TextsProvider>
    </StrictMode>,
  )
})
