import { createLatchkey } from 'latchkey'
import { siteOptions } from './site.js'

window.latchkey = createLatchkey({ ...siteOptions(), enableEmbedded: true })
