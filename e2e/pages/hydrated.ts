import { createLatchkey } from 'latchkey/react'
import { createElement } from 'react'
import { hydrateRoot } from 'react-dom/client'
import { HydratedApp } from './hydratedApp.js'
import { siteOptions } from './site.js'

declare global {
  interface Window {
    /** Every status that a route guard in the page saw. */
    statuses: string[]
  }
}

const latchkey = createLatchkey(siteOptions())
window.latchkey = latchkey
window.statuses = []
const onStatus = (status: string) => void window.statuses.push(status)

const app = document.querySelector('#app')
if (app) hydrateRoot(app, createElement(HydratedApp, { latchkey, onStatus }))
