export type { PairingEventName, PairingEvents, PairingListener, RelayState } from '../events.js'
