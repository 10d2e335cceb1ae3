import { createLatchkey } from 'latchkey'
import { defineAppkitElements } from 'latchkey/appkit'
import { siteOptions } from './site.js'

defineAppkitElements()
window.latchkey = createLatchkey(siteOptions())
