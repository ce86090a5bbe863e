/** `npm run gallery`: every component of src/web/ui in every state, by day and by night, on a phone and on a desk. Never in the built app. */
import { createRoot } from 'react-dom/client'
import '../ui/fonts.css'
import '../ui/tokens.css'
import '../ui/base.css'
import { Frames } from './Frames.tsx'
import { Gallery } from './Gallery.tsx'

const theme = new URLSearchParams(location.search).get('theme')
if (theme) document.documentElement.dataset['theme'] = theme
const root = document.getElementById('root')
if (!root) throw new Error('The page has no #root')
createRoot(root).render(theme ? <Gallery /> : <Frames />)
