// npm run build: does npm start's build steps in advance, so that it starts fast and writes nothing here.
import { ensureBuilt } from './prepare.ts'

ensureBuilt()
