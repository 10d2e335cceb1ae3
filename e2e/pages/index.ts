import { createLatchkey } from 'latchkey'
import { defineBuyElement } from 'latchkey/buy'
import { siteOptions } from './site.js'

window.latchkey = createLatchkey(siteOptions())
defineBuyElement()
