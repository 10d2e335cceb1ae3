/** What a page needs from the first intent on: every action and every effect. Loaded lazily, once. */
export * as actions from '../core/actions/index.js'
export { startEffects } from '../core/effects/index.js'
export * as siteCalls from './siteCalls.js'
