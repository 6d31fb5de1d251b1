import { StrictMode, startTransition } from 'react'
import { hydrateRoot } from 'react-dom/client'
import { HydratedRouter } from 'react-router/dom'
import type { Language } from '#texts/languages.ts'
import { contentInBrowser, TextsProvider } from './texts.tsx'

// A form that was sent while the page slept is on its way, and the page goes with its response. Awake meanwhile, it would send a second
// press under a key of its own, and the form would be stored twice.
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
