import { StrictMode, startTransition } from 'react'
import { hydrateRoot } from 'react-dom/client'
import { HydratedRouter } from 'react-router/dom'
import type { Language } from '#texts/languages.ts'
import { contentInBrowser, TextsProvider } from './page-context.tsx'

// A form posted while the page slept is under way: awake, the page would send a second press under another key.
if (window.formIsPosted) addEventListener('pageshow', ({ persisted }) => persisted && hydrate())
else hydrate()

function hydrate() {
  startTransition(() => {
    hydrateRoot(
      document,
      <StrictMode>
        <TextsProvider language={document.documentElement.lang as Language} content={contentInBrowser}>
          <HydratedRouter />
        </TextsProvider>
      </StrictMode>,
    )
  })
}
