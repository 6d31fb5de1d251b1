import { data } from 'react-router'
import { NotFoundPage, notFoundHandle } from '../components/failures/not-found-page.tsx'

export const handle = notFoundHandle

export const loader = () => data(null, { status: 404 })
export const clientLoader = () => null

export default NotFoundPage
