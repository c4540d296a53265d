#!/usr/bin/env node
import '@docent/server/main'
