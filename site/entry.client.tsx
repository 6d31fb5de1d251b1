import { StrictMode, startTransition } from 'react'
import { hydrateRoot } from 'react-dom/client'
import { HydratedRouter } from 'react-router/dom'
import { TextsProvider, textsInBrowser } from './texts.tsx'

startTransition(() => {
  hydrateRoot(
    document,
    <StrictMode>
      <TextsProvider texts={textsInBrowser}>
        <HydratedRouter />
      </TextsProvider>
    </StrictMode>,
  )
})
