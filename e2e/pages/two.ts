import { createLatchkey } from 'latchkey'
import { siteOptions } from './site.js'

window.latchkey = createLatchkey({ ...siteOptions(), instance: 'first', themeMode: 'light' })
window.second = createLatchkey({ ...siteOptions(), instance: 'second', themeMode: 'dark' })
