import { createContext } from 'react'
import type { createBrowserRouter } from 'react-router'

/** The router knows a new address before hooks do. */
export const RouterContext = createContext<ReturnType<typeof createBrowserRouter> | undefined>(undefined)
