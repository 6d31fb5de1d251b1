import { StrictMode, startTransition } from 'react'
import { hydrateRoot } from 'react-dom/client'
import { HydratedRouter } from 'react-router/dom'
import type { Language } from '#texts/languages.ts'
import { saidInBrowser, TextsProvider } from './texts.tsx'

startTransition(() => {
  hydrateRoot(
    document,
    <StrictMode>
      <TextsProvider language={document.documentElement.lang as Language} said={saidInBrowser}>
        <HydratedRouter />
      </TextsProvider>
    </StrictMode>,
  )
})
