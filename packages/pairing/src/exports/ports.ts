export type {
  Curves,
  PairingClock,
  PairingEnvironment,
  PairingOptions,
  PairingStorage,
  PeerMetadata,
  RandomBytes,
  SocketConstructor,
  SocketLike,
} from '../ports.js'
