import { createContext } from 'react'
import type { createBrowserRouter } from 'react-router'

/** The router itself: it knows at once that another address was asked for, and hooks only when that is drawn. */
export const RouterContext = createContext<ReturnType<typeof createBrowserRouter> | undefined>(undefined)
