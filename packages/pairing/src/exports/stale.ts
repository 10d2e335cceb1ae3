export { isStaleSession, type StaleQuestion } from '../session/stale.js'
