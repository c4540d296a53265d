import { config } from 'zod'

// Imported before `ai`: otherwise zod tries to make code from text, which the policy of the page forbids and reports.
config({ jitless: true })
