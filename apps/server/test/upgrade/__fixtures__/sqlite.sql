PRAGMA foreign_keys=OFF;
BEGIN TRANSACTION;
CREATE TABLE jobs (
      seq INTEGER PRIMARY KEY,
      id TEXT NOT NULL UNIQUE,
      project_id TEXT NOT NULL,
      status TEXT NOT NULL,
      archived INTEGER NOT NULL,
      repository TEXT NOT NULL,
      ref TEXT NOT NULL,
      created_at INTEGER NOT NULL,
      updated_at INTEGER NOT NULL,
      lease_token INTEGER NOT NULL,
      lease_worker TEXT,
      available_at INTEGER NOT NULL,
      attempts INTEGER NOT NULL,
      last_message INTEGER NOT NULL,
      last_event INTEGER NOT NULL,
      last_step INTEGER NOT NULL,
      stored_bytes INTEGER NOT NULL,
      notice INTEGER NOT NULL,
      body TEXT NOT NULL
    , waits INTEGER NOT NULL DEFAULT 0, waiting_since INTEGER, open_step INTEGER) STRICT;
INSERT INTO jobs VALUES(1,'job-1','docs','completed',0,'https://git.example/docs','docent/job-1',1768435200000,1768435200009,1,NULL,1795852838857,0,1,5,2,12,0,'{"id":"job-1","organizationId":"default","projectId":"docs","apiVersion":"v2","source":{"repository":"https://git.example/docs","ref":"docent/job-1"},"model":"offline:docent","title":"Wrong � \"page\" \\ of\nÄpfel ✓","asDraft":false,"userId":null,"createdAt":1768435200000,"status":"completed","updatedAt":1768435200009,"archivedAt":null,"archivedBy":null,"run":1,"publishing":false,"pullRequest":{"number":7,"url":"https://git.example/docs/pull/7","branch":"docent/job-1","draft":false},"cancelled":false,"haltReason":"completed","messageToUser":"Done.","todos":[]}',0,NULL,NULL);
INSERT INTO jobs VALUES(2,'job-2','docs','active',0,'https://git.example/docs','docent/job-2',1768435200001,1768435200001,0,NULL,1795852838842,0,1,2,0,0,0,'{"id":"job-2","organizationId":"default","projectId":"docs","apiVersion":"v2","source":{"repository":"https://git.example/docs","ref":"docent/job-2"},"model":"offline:docent","title":"Wrong � \"page\" \\ of\nÄpfel ✓","asDraft":false,"userId":null,"createdAt":1768435200001,"status":"active","updatedAt":1768435200001,"archivedAt":null,"archivedBy":null,"run":1,"publishing":false,"pullRequest":null,"cancelled":false,"haltReason":null,"messageToUser":"","todos":[]}',0,NULL,NULL);
INSERT INTO jobs VALUES(3,'job-3','docs','active',0,'https://git.example/docs','docent/job-3',1768435200002,1768435200002,0,NULL,1795852838843,0,1,2,0,0,0,'{"id":"job-3","organizationId":"default","projectId":"docs","apiVersion":"v2","source":{"repository":"https://git.example/docs","ref":"docent/job-3"},"model":"offline:docent","title":"Wrong � \"page\" \\ of\nÄpfel ✓","asDraft":false,"userId":null,"createdAt":1768435200002,"status":"active","updatedAt":1768435200002,"archivedAt":null,"archivedBy":null,"run":1,"publishing":false,"pullRequest":null,"cancelled":false,"haltReason":null,"messageToUser":"","todos":[]}',0,NULL,NULL);
CREATE TABLE job_messages (
      job INTEGER NOT NULL REFERENCES jobs ON DELETE CASCADE,
      position INTEGER NOT NULL,
      id TEXT NOT NULL,
      role TEXT NOT NULL,
      content TEXT NOT NULL,
      created_at INTEGER NOT NULL,
      state TEXT NOT NULL,
      PRIMARY KEY (job, position)
    ) STRICT, WITHOUT ROWID;
INSERT INTO job_messages VALUES(1,1,'job-1-message','user',replace('Wrong � "page" \ of\nÄpfel ✓','\n',char(10)),1768435200000,'read');
INSERT INTO job_messages VALUES(2,1,'job-2-message','user',replace('Wrong � "page" \ of\nÄpfel ✓','\n',char(10)),1768435200000,'unread');
INSERT INTO job_messages VALUES(3,1,'job-3-message','user',replace('Wrong � "page" \ of\nÄpfel ✓','\n',char(10)),1768435200000,'unread');
CREATE TABLE job_events (
      job INTEGER NOT NULL REFERENCES jobs ON DELETE CASCADE,
      sequence INTEGER NOT NULL,
      at INTEGER NOT NULL,
      event TEXT NOT NULL,
      PRIMARY KEY (job, sequence)
    ) STRICT, WITHOUT ROWID;
INSERT INTO job_events VALUES(1,1,1795852838841,'{"type":"status","status":"active","run":1}');
INSERT INTO job_events VALUES(1,2,1795852838841,'{"type":"message","messageId":"job-1-message","role":"user","content":"Wrong � \"page\" \\ of\nÄpfel ✓"}');
INSERT INTO job_events VALUES(1,3,1795852838855,'{"type":"text","text":"Wrong \ud83d \"page\" \\ of\nÄpfel ✓"}');
INSERT INTO job_events VALUES(1,4,1795852838857,'{"type":"status","status":"completed","run":1}');
INSERT INTO job_events VALUES(1,5,1795852838857,'{"type":"run-finished","run":1,"status":"completed","haltReason":"completed","messageToUser":"Done.","prLink":"https://git.example/docs/pull/7"}');
INSERT INTO job_events VALUES(2,1,1795852838842,'{"type":"status","status":"active","run":1}');
INSERT INTO job_events VALUES(2,2,1795852838842,'{"type":"message","messageId":"job-2-message","role":"user","content":"Wrong � \"page\" \\ of\nÄpfel ✓"}');
INSERT INTO job_events VALUES(3,1,1795852838843,'{"type":"status","status":"active","run":1}');
INSERT INTO job_events VALUES(3,2,1795852838843,'{"type":"message","messageId":"job-3-message","role":"user","content":"Wrong � \"page\" \\ of\nÄpfel ✓"}');
CREATE TABLE job_steps (
      job INTEGER NOT NULL REFERENCES jobs ON DELETE CASCADE,
      step INTEGER NOT NULL,
      at INTEGER NOT NULL,
      body TEXT NOT NULL,
      PRIMARY KEY (job, step)
    ) STRICT, WITHOUT ROWID;
INSERT INTO job_steps VALUES(1,1,1795852838853,'{"run":1,"kind":"opened","messages":[],"read":[],"data":{"commit":"abc"},"inputTokens":11,"outputTokens":7,"workMs":3}');
INSERT INTO job_steps VALUES(1,2,1795852838855,'{"run":1,"kind":"model","messages":[],"read":["job-1-message"],"data":{},"inputTokens":11,"outputTokens":7,"workMs":3}');
CREATE TABLE blobs (
      hash BLOB PRIMARY KEY,
      content BLOB NOT NULL
    ) STRICT;
INSERT INTO blobs VALUES(X'a7310f71fd0f8edeb9fdec77fc9989ae7d17ad56c9dd9e066fa33d9e2f39800e',X'23204170706c6573');
INSERT INTO blobs VALUES(X'6d6f7836f1e146dc0204afb5133dae52fdc05603d8ac2dc793b481b0e0829fd1',X'00ff800a');
CREATE TABLE job_changes (
      job INTEGER NOT NULL,
      step INTEGER NOT NULL,
      position INTEGER NOT NULL,
      path TEXT NOT NULL,
      blob BLOB REFERENCES blobs (hash), executable INTEGER,
      PRIMARY KEY (job, step, position),
      FOREIGN KEY (job, step) REFERENCES job_steps ON DELETE CASCADE
    ) STRICT, WITHOUT ROWID;
INSERT INTO job_changes VALUES(1,2,0,'docs/äpfel "one".md',X'a7310f71fd0f8edeb9fdec77fc9989ae7d17ad56c9dd9e066fa33d9e2f39800e',0);
INSERT INTO job_changes VALUES(1,2,1,'logo.bin',X'6d6f7836f1e146dc0204afb5133dae52fdc05603d8ac2dc793b481b0e0829fd1',1);
INSERT INTO job_changes VALUES(1,2,2,'old.md',NULL,NULL);
CREATE TABLE idempotency (
      organization_id TEXT NOT NULL,
      key TEXT NOT NULL,
      fingerprint TEXT NOT NULL,
      job_id TEXT NOT NULL,
      status INTEGER NOT NULL,
      body TEXT NOT NULL,
      expires_at INTEGER NOT NULL,
      PRIMARY KEY (organization_id, key)
    ) STRICT, WITHOUT ROWID;
INSERT INTO idempotency VALUES('default','key of job-1','POST 1','job-1',201,'{"id":"job-1"}',4102444800000);
INSERT INTO idempotency VALUES('default','key of job-2','POST 1','job-2',201,'{"id":"job-2"}',4102444800000);
INSERT INTO idempotency VALUES('default','key of job-3','POST 1','job-3',201,'{"id":"job-3"}',4102444800000);
CREATE TABLE threads (
      seq INTEGER PRIMARY KEY,
      id TEXT NOT NULL UNIQUE,
      project_id TEXT NOT NULL,
      created_at INTEGER NOT NULL,
      body TEXT NOT NULL
    , fp TEXT NOT NULL DEFAULT '', updated_at INTEGER NOT NULL DEFAULT 0) STRICT;
INSERT INTO threads VALUES(1,'00000000000000000000000000000001','docs',1768435200001,'{"id":"00000000000000000000000000000001","projectId":"docs","fp":"Wrong \ud83d \"page\" \\ of\nÄpfel ✓","threadKeyHash":null,"createdAt":1768435200001}','"Wrong \ud83d \"page\" \\ of\nÄpfel ✓"',1768435200011);
INSERT INTO threads VALUES(2,'00000000000000000000000000000002','docs',1768435200002,'{"id":"00000000000000000000000000000002","projectId":"docs","fp":"Wrong \ud83d \"page\" \\ of\nÄpfel ✓","threadKeyHash":null,"createdAt":1768435200002}','"Wrong \ud83d \"page\" \\ of\nÄpfel ✓"',1768435200021);
INSERT INTO threads VALUES(3,'00000000000000000000000000000003','docs',1768435200003,'{"id":"00000000000000000000000000000003","projectId":"docs","fp":"Wrong \ud83d \"page\" \\ of\nÄpfel ✓","threadKeyHash":null,"createdAt":1768435200003}','"Wrong \ud83d \"page\" \\ of\nÄpfel ✓"',1768435200031);
CREATE TABLE thread_turns (
      seq INTEGER PRIMARY KEY,
      thread INTEGER NOT NULL REFERENCES threads ON DELETE CASCADE,
      position INTEGER NOT NULL,
      id TEXT NOT NULL,
      outcome TEXT NOT NULL,
      created_at INTEGER NOT NULL,
      body TEXT NOT NULL
    , project_id TEXT NOT NULL DEFAULT '', caller TEXT NOT NULL DEFAULT 'other') STRICT;
INSERT INTO thread_turns VALUES(1,1,0,'turn-1-0','answered',1768435200010,'{"id":"turn-1-0","question":"Wrong \ud83d \"page\" \\ of\nÄpfel ✓","caller":"web","asked":{"currentPath":"/guide"},"answer":"It is.","outcome":"answered","sources":[{"path":"/start","url":"https://docs.example/start","title":"Start"}],"searches":["What","what","Äpfel"],"model":"offline:docent","inputTokens":13,"outputTokens":7,"firstTextMs":1,"totalMs":2,"createdAt":1768435200010,"claims":{"checker":"offline:docent","threshold":0.5,"claims":[{"start":0,"end":2,"supported":0.9},{"start":3,"end":6,"supported":0.1}],"inputTokens":3,"outputTokens":2}}','docs','web');
INSERT INTO thread_turns VALUES(2,1,1,'turn-1-1','unanswered',1768435200011,'{"id":"turn-1-1","question":"Wrong \ud83d \"page\" \\ of\nÄpfel ✓","caller":"web","asked":{"currentPath":"/guide"},"answer":"It is.","outcome":"unanswered","sources":[{"path":"/start","url":"https://docs.example/start","title":"Start"}],"searches":["What","what","Äpfel"],"model":"offline:docent","inputTokens":10,"outputTokens":5,"firstTextMs":1,"totalMs":2,"createdAt":1768435200011,"grounding":{"names":[],"counts":{"asked":0,"cited":0,"indexed":0,"invented":1,"retrieved":0,"unchecked":0,"unconfirmed":0},"removed":[{"text":"--pages","kind":"flag","by":"strict","suggestion":"--page"}]}}','docs','web');
INSERT INTO thread_turns VALUES(3,2,0,'turn-2-0','answered',1768435200020,'{"id":"turn-2-0","question":"Wrong \ud83d \"page\" \\ of\nÄpfel ✓","caller":"web","asked":{"currentPath":"/guide"},"answer":"It is.","outcome":"answered","sources":[{"path":"/start","url":"https://docs.example/start","title":"Start"}],"searches":["What","what","Äpfel"],"model":"offline:docent","inputTokens":13,"outputTokens":7,"firstTextMs":1,"totalMs":2,"createdAt":1768435200020,"claims":{"checker":"offline:docent","threshold":0.5,"claims":[{"start":0,"end":2,"supported":0.9},{"start":3,"end":6,"supported":0.1}],"inputTokens":3,"outputTokens":2}}','docs','web');
INSERT INTO thread_turns VALUES(4,2,1,'turn-2-1','unanswered',1768435200021,'{"id":"turn-2-1","question":"Wrong \ud83d \"page\" \\ of\nÄpfel ✓","caller":"web","asked":{"currentPath":"/guide"},"answer":"It is.","outcome":"unanswered","sources":[{"path":"/start","url":"https://docs.example/start","title":"Start"}],"searches":["What","what","Äpfel"],"model":"offline:docent","inputTokens":10,"outputTokens":5,"firstTextMs":1,"totalMs":2,"createdAt":1768435200021,"grounding":{"names":[],"counts":{"asked":0,"cited":0,"indexed":0,"invented":1,"retrieved":0,"unchecked":0,"unconfirmed":0},"removed":[{"text":"--pages","kind":"flag","by":"strict","suggestion":"--page"}]}}','docs','web');
INSERT INTO thread_turns VALUES(5,3,0,'turn-3-0','answered',1768435200030,'{"id":"turn-3-0","question":"Wrong \ud83d \"page\" \\ of\nÄpfel ✓","caller":"web","asked":{"currentPath":"/guide"},"answer":"It is.","outcome":"answered","sources":[{"path":"/start","url":"https://docs.example/start","title":"Start"}],"searches":["What","what","Äpfel"],"model":"offline:docent","inputTokens":13,"outputTokens":7,"firstTextMs":1,"totalMs":2,"createdAt":1768435200030,"claims":{"checker":"offline:docent","threshold":0.5,"claims":[{"start":0,"end":2,"supported":0.9},{"start":3,"end":6,"supported":0.1}],"inputTokens":3,"outputTokens":2}}','docs','web');
INSERT INTO thread_turns VALUES(6,3,1,'turn-3-1','unanswered',1768435200031,'{"id":"turn-3-1","question":"Wrong \ud83d \"page\" \\ of\nÄpfel ✓","caller":"web","asked":{"currentPath":"/guide"},"answer":"It is.","outcome":"unanswered","sources":[{"path":"/start","url":"https://docs.example/start","title":"Start"}],"searches":["What","what","Äpfel"],"model":"offline:docent","inputTokens":10,"outputTokens":5,"firstTextMs":1,"totalMs":2,"createdAt":1768435200031,"grounding":{"names":[],"counts":{"asked":0,"cited":0,"indexed":0,"invented":1,"retrieved":0,"unchecked":0,"unconfirmed":0},"removed":[{"text":"--pages","kind":"flag","by":"strict","suggestion":"--page"}]}}','docs','web');
CREATE TABLE keys (
      seq INTEGER PRIMARY KEY,
      id TEXT NOT NULL UNIQUE,
      hash TEXT NOT NULL UNIQUE,
      organization_id TEXT NOT NULL,
      created_at INTEGER NOT NULL,
      revoked_at INTEGER,
      last_used_at INTEGER,
      body TEXT NOT NULL
    ) STRICT;
INSERT INTO keys VALUES(1,'key-1','hash-1','default',1768435200000,NULL,1768435200005,'{"id":"key-1","kind":"admin","organizationId":"default","projectIds":[],"name":"Wrong \ud83d \"page\" \\ of\nÄpfel ✓","hash":"hash-1","lastFour":"abcd","scopes":["read"],"createdAt":1768435200000,"expiresAt":null,"revokedAt":null,"lastUsedAt":null,"allowedIps":[],"allowedOrigins":[],"trustGroups":false}');
INSERT INTO keys VALUES(2,'key-2','hash-2','default',1768435200000,1768435200006,NULL,'{"id":"key-2","kind":"admin","organizationId":"default","projectIds":[],"name":"Wrong \ud83d \"page\" \\ of\nÄpfel ✓","hash":"hash-2","lastFour":"abcd","scopes":["read"],"createdAt":1768435200000,"expiresAt":null,"revokedAt":null,"lastUsedAt":null,"allowedIps":[],"allowedOrigins":[],"trustGroups":false}');
CREATE TABLE organizations (
      id TEXT PRIMARY KEY,
      body TEXT NOT NULL
    ) STRICT, WITHOUT ROWID;
INSERT INTO organizations VALUES('default','{"id":"default","name":"Acme","limits":{}}');
CREATE TABLE projects (
      id TEXT PRIMARY KEY,
      organization_id TEXT NOT NULL,
      domain TEXT NOT NULL UNIQUE,
      body TEXT NOT NULL
    ) STRICT, WITHOUT ROWID;
INSERT INTO projects VALUES('docs','default','docs','{"id":"docs","organizationId":"default","domain":"docs","name":"Docs","docsPath":"","models":{},"assistant":{"finishThreadId":"auto","threadKeys":"optional"},"origin":"config","disabled":false,"createdAt":0,"repository":"https://git.example/docs"}');
CREATE TABLE leases (
      name TEXT PRIMARY KEY,
      holder TEXT NOT NULL,
      expires_at INTEGER NOT NULL
    ) STRICT, WITHOUT ROWID;
INSERT INTO leases VALUES('index docs','somebody',1795852838840);
CREATE TABLE project_state (
      project_id TEXT NOT NULL,
      key TEXT NOT NULL,
      value TEXT NOT NULL,
      PRIMARY KEY (project_id, key)
    ) STRICT, WITHOUT ROWID;
INSERT INTO project_state VALUES('docs','index-asked','{"at":1768435200000,"force":true}');
CREATE TABLE turn_searches (
      turn INTEGER NOT NULL REFERENCES thread_turns ON DELETE CASCADE,
      project_id TEXT NOT NULL,
      created_at INTEGER NOT NULL,
      unanswered INTEGER NOT NULL,
      query TEXT NOT NULL
    ) STRICT;
INSERT INTO turn_searches VALUES(1,'docs',1768435200010,0,'what');
INSERT INTO turn_searches VALUES(1,'docs',1768435200010,0,'äpfel');
INSERT INTO turn_searches VALUES(2,'docs',1768435200011,1,'what');
INSERT INTO turn_searches VALUES(2,'docs',1768435200011,1,'äpfel');
INSERT INTO turn_searches VALUES(3,'docs',1768435200020,0,'what');
INSERT INTO turn_searches VALUES(3,'docs',1768435200020,0,'äpfel');
INSERT INTO turn_searches VALUES(4,'docs',1768435200021,1,'what');
INSERT INTO turn_searches VALUES(4,'docs',1768435200021,1,'äpfel');
INSERT INTO turn_searches VALUES(5,'docs',1768435200030,0,'what');
INSERT INTO turn_searches VALUES(5,'docs',1768435200030,0,'äpfel');
INSERT INTO turn_searches VALUES(6,'docs',1768435200031,1,'what');
INSERT INTO turn_searches VALUES(6,'docs',1768435200031,1,'äpfel');
CREATE TABLE turn_feedback (
      turn INTEGER PRIMARY KEY REFERENCES thread_turns ON DELETE CASCADE,
      project_id TEXT NOT NULL,
      created_at INTEGER NOT NULL,
      turn_id TEXT NOT NULL,
      rating TEXT NOT NULL,
      body TEXT NOT NULL
    ) STRICT;
INSERT INTO turn_feedback VALUES(1,'docs',1768435200050,'turn-1-0','down','{"rating":"down","text":"Wrong \ud83d \"page\" \\ of\nÄpfel ✓","createdAt":1768435200050}');
INSERT INTO turn_feedback VALUES(3,'docs',1768435200050,'turn-2-0','down','{"rating":"down","text":"Wrong \ud83d \"page\" \\ of\nÄpfel ✓","createdAt":1768435200050}');
INSERT INTO turn_feedback VALUES(5,'docs',1768435200050,'turn-3-0','down','{"rating":"down","text":"Wrong \ud83d \"page\" \\ of\nÄpfel ✓","createdAt":1768435200050}');
CREATE TABLE outbox (
      seq INTEGER PRIMARY KEY,
      id TEXT NOT NULL UNIQUE,
      body TEXT NOT NULL
    ) STRICT;
INSERT INTO outbox VALUES(1,'job-1/created','{"id":"job-1/created","type":"job.created","at":1795852838841,"job":{"id":"job-1","organizationId":"default","projectId":"docs","apiVersion":"v2","source":{"repository":"https://git.example/docs","ref":"docent/job-1"},"model":"offline:docent","title":"Wrong � \"page\" \\ of\nÄpfel ✓","asDraft":false,"userId":null,"createdAt":1768435200000,"status":"active","updatedAt":1768435200000,"archivedAt":null,"archivedBy":null,"run":1,"publishing":false,"pullRequest":null,"cancelled":false,"haltReason":null,"messageToUser":"","todos":[]}}');
INSERT INTO outbox VALUES(2,'job-2/created','{"id":"job-2/created","type":"job.created","at":1795852838842,"job":{"id":"job-2","organizationId":"default","projectId":"docs","apiVersion":"v2","source":{"repository":"https://git.example/docs","ref":"docent/job-2"},"model":"offline:docent","title":"Wrong � \"page\" \\ of\nÄpfel ✓","asDraft":false,"userId":null,"createdAt":1768435200001,"status":"active","updatedAt":1768435200001,"archivedAt":null,"archivedBy":null,"run":1,"publishing":false,"pullRequest":null,"cancelled":false,"haltReason":null,"messageToUser":"","todos":[]}}');
INSERT INTO outbox VALUES(3,'job-3/created','{"id":"job-3/created","type":"job.created","at":1795852838843,"job":{"id":"job-3","organizationId":"default","projectId":"docs","apiVersion":"v2","source":{"repository":"https://git.example/docs","ref":"docent/job-3"},"model":"offline:docent","title":"Wrong � \"page\" \\ of\nÄpfel ✓","asDraft":false,"userId":null,"createdAt":1768435200002,"status":"active","updatedAt":1768435200002,"archivedAt":null,"archivedBy":null,"run":1,"publishing":false,"pullRequest":null,"cancelled":false,"haltReason":null,"messageToUser":"","todos":[]}}');
INSERT INTO outbox VALUES(4,'job-1/pull/7','{"id":"job-1/pull/7","type":"pull_request.opened","at":1795852838857,"job":{"id":"job-1","organizationId":"default","projectId":"docs","apiVersion":"v2","source":{"repository":"https://git.example/docs","ref":"docent/job-1"},"model":"offline:docent","title":"Wrong � \"page\" \\ of\nÄpfel ✓","asDraft":false,"userId":null,"createdAt":1768435200000,"status":"completed","updatedAt":1768435200009,"archivedAt":null,"archivedBy":null,"run":1,"publishing":false,"pullRequest":{"number":7,"url":"https://git.example/docs/pull/7","branch":"docent/job-1","draft":false},"cancelled":false,"haltReason":"completed","messageToUser":"Done.","todos":[]}}');
INSERT INTO outbox VALUES(5,'job-1/1/completed','{"id":"job-1/1/completed","type":"job.completed","at":1795852838857,"job":{"id":"job-1","organizationId":"default","projectId":"docs","apiVersion":"v2","source":{"repository":"https://git.example/docs","ref":"docent/job-1"},"model":"offline:docent","title":"Wrong � \"page\" \\ of\nÄpfel ✓","asDraft":false,"userId":null,"createdAt":1768435200000,"status":"completed","updatedAt":1768435200009,"archivedAt":null,"archivedBy":null,"run":1,"publishing":false,"pullRequest":{"number":7,"url":"https://git.example/docs/pull/7","branch":"docent/job-1","draft":false},"cancelled":false,"haltReason":"completed","messageToUser":"Done.","todos":[]}}');
CREATE TABLE webhook_tasks (
      seq INTEGER PRIMARY KEY,
      id TEXT NOT NULL UNIQUE,
      kind TEXT NOT NULL,
      status TEXT NOT NULL,
      organization_id TEXT,
      project_id TEXT,
      job_id TEXT,
      due_at INTEGER NOT NULL,
      created_at INTEGER NOT NULL,
      updated_at INTEGER NOT NULL,
      body TEXT NOT NULL
    ) STRICT;
INSERT INTO webhook_tasks VALUES(1,'task-0','delivery','pending','default','docs','job-1',1768435200000,1768435200000,1768435200000,'{"id":"task-0","kind":"delivery","status":"pending","organizationId":"default","projectId":"docs","jobId":"job-1","endpointId":"ci","attempts":0,"dueAt":1768435200000,"createdAt":1768435200000,"updatedAt":1768435200000,"data":{"text":"Wrong \ud83d \"page\" \\ of\nÄpfel ✓"}}');
INSERT INTO webhook_tasks VALUES(2,'task-1','delivery','done','default','docs','job-1',1768435200000,1768435200001,1768435200001,'{"id":"task-1","kind":"delivery","status":"done","organizationId":"default","projectId":"docs","jobId":"job-1","endpointId":"ci","attempts":1,"dueAt":1768435200000,"createdAt":1768435200001,"updatedAt":1768435200001,"data":{"text":"Wrong \ud83d \"page\" \\ of\nÄpfel ✓"}}');
INSERT INTO webhook_tasks VALUES(3,'task-2','delivery','dead','default','docs','job-1',1768435200000,1768435200002,1768435200002,'{"id":"task-2","kind":"delivery","status":"dead","organizationId":"default","projectId":"docs","jobId":"job-1","endpointId":"ci","attempts":2,"dueAt":1768435200000,"createdAt":1768435200002,"updatedAt":1768435200002,"data":{"text":"Wrong \ud83d \"page\" \\ of\nÄpfel ✓"}}');
INSERT INTO webhook_tasks VALUES(4,'task-3','delivery','waiting','default','docs','job-1',1768435200000,1768435200003,1768435200003,'{"id":"task-3","kind":"delivery","status":"waiting","organizationId":"default","projectId":"docs","jobId":"job-1","endpointId":"ci","attempts":3,"dueAt":1768435200000,"createdAt":1768435200003,"updatedAt":1768435200003,"data":{"text":"Wrong \ud83d \"page\" \\ of\nÄpfel ✓"}}');
CREATE TABLE disabled_endpoints (
      id TEXT PRIMARY KEY,
      at INTEGER NOT NULL
    ) STRICT, WITHOUT ROWID;
INSERT INTO disabled_endpoints VALUES('ci',1768435200000);
CREATE TABLE direct_searches (
      seq INTEGER PRIMARY KEY,
      project_id TEXT NOT NULL,
      created_at INTEGER NOT NULL,
      source TEXT NOT NULL,
      query TEXT NOT NULL,
      results INTEGER NOT NULL,
      ms INTEGER NOT NULL,
      fp TEXT NOT NULL
    , visitor TEXT, paths TEXT, clicked TEXT) STRICT;
INSERT INTO direct_searches VALUES(1,'docs',1768435200000,'search','how to',2,4,'"Wrong \ud83d \"page\" \\ of\nÄpfel ✓"','visitor-0','["/start","/guide \"two\""]',NULL);
INSERT INTO direct_searches VALUES(2,'docs',1768435200001,'search','how to',2,4,'"Wrong \ud83d \"page\" \\ of\nÄpfel ✓"','visitor-1','["/start","/guide \"two\""]','/start');
INSERT INTO direct_searches VALUES(3,'docs',1768435200002,'search','how to',2,4,'"Wrong \ud83d \"page\" \\ of\nÄpfel ✓"','visitor-2','["/start","/guide \"two\""]',NULL);
CREATE TABLE audit_entries (
      seq INTEGER PRIMARY KEY,
      id TEXT NOT NULL UNIQUE,
      organization_id TEXT NOT NULL,
      at INTEGER NOT NULL,
      actor_id TEXT,
      action TEXT NOT NULL,
      target TEXT,
      body TEXT NOT NULL
    ) STRICT;
INSERT INTO audit_entries VALUES(1,'entry-1','default',1768435200001,NULL,'key.create',NULL,'{"id":"entry-1","organizationId":"default","at":1768435200001,"actor":{"kind":"command","id":null,"name":"ada"},"action":"key.create","target":null,"details":{"n":1},"ip":null,"userAgent":null}');
INSERT INTO audit_entries VALUES(2,'entry-2','default',1768435200002,NULL,'key.create','key-2','{"id":"entry-2","organizationId":"default","at":1768435200002,"actor":{"kind":"command","id":null,"name":"ada"},"action":"key.create","target":"key-2","details":{"n":2},"ip":null,"userAgent":null}');
INSERT INTO audit_entries VALUES(3,'entry-3','default',1768435200003,NULL,'key.create','key-3','{"id":"entry-3","organizationId":"default","at":1768435200003,"actor":{"kind":"command","id":null,"name":"ada"},"action":"key.create","target":"key-3","details":{"n":3},"ip":null,"userAgent":null}');
CREATE TABLE entered_secrets (
      organization_id TEXT NOT NULL,
      name TEXT NOT NULL,
      body TEXT NOT NULL,
      PRIMARY KEY (organization_id, name)
    ) STRICT;
INSERT INTO entered_secrets VALUES('default','OPENAI_API_KEY','{"organizationId":"default","name":"OPENAI_API_KEY","sealed":"v1.x","lastFour":"abcd","updatedAt":1768435200000,"updatedBy":"Ada"}');
CREATE TABLE page_views (
      project_id TEXT NOT NULL,
      path TEXT NOT NULL,
      day INTEGER NOT NULL,
      reader TEXT NOT NULL,
      views INTEGER NOT NULL,
      visitors INTEGER NOT NULL,
      PRIMARY KEY (project_id, path, day, reader)
    ) STRICT, WITHOUT ROWID;
INSERT INTO page_views VALUES('docs','',1768435200000,'ai',1,1);
INSERT INTO page_views VALUES('docs','',1768435200000,'human',2,1);
INSERT INTO page_views VALUES('docs','/start',1768435200000,'ai',1,1);
INSERT INTO page_views VALUES('docs','/start',1768435200000,'human',2,1);
INSERT INTO page_views VALUES('docs','',1768521600000,'ai',1,1);
INSERT INTO page_views VALUES('docs','',1768521600000,'human',2,1);
INSERT INTO page_views VALUES('docs','/start',1768521600000,'ai',1,1);
INSERT INTO page_views VALUES('docs','/start',1768521600000,'human',2,1);
CREATE TABLE page_visitors (
      day INTEGER NOT NULL,
      project_id TEXT NOT NULL,
      visitor TEXT NOT NULL,
      reader TEXT NOT NULL,
      path TEXT NOT NULL,
      PRIMARY KEY (day, project_id, visitor, reader, path)
    ) STRICT, WITHOUT ROWID;
INSERT INTO page_visitors VALUES(1768521600000,'docs','one','human','');
INSERT INTO page_visitors VALUES(1768521600000,'docs','one','human','/start');
INSERT INTO page_visitors VALUES(1768521600000,'docs','two','ai','');
INSERT INTO page_visitors VALUES(1768521600000,'docs','two','ai','/start');
CREATE TABLE visitor_salts (day INTEGER PRIMARY KEY, salt TEXT NOT NULL) STRICT;
INSERT INTO visitor_salts VALUES(1768521600000,'salt-1');
CREATE TABLE page_feedback (
      seq INTEGER PRIMARY KEY,
      id TEXT NOT NULL UNIQUE,
      project_id TEXT NOT NULL,
      created_at INTEGER NOT NULL,
      path TEXT NOT NULL,
      source TEXT NOT NULL,
      status TEXT NOT NULL,
      thumb INTEGER NOT NULL,
      fp TEXT NOT NULL,
      body TEXT NOT NULL
    ) STRICT;
INSERT INTO page_feedback VALUES(1,'feedback-0','docs',1768435200000,'/start','contextual','pending',1,'"Wrong \ud83d \"page\" \\ of\nÄpfel ✓"','{"id":"feedback-0","projectId":"docs","path":"/start","source":"contextual","status":"pending","helpful":true,"comment":"Wrong \ud83d \"page\" \\ of\nÄpfel ✓","contact":null,"code":null,"filename":null,"lang":null,"fp":"Wrong \ud83d \"page\" \\ of\nÄpfel ✓","createdAt":1768435200000}');
INSERT INTO page_feedback VALUES(2,'feedback-1','docs',1768435200001,'/start','contextual','pending',-1,'"Wrong \ud83d \"page\" \\ of\nÄpfel ✓"','{"id":"feedback-1","projectId":"docs","path":"/start","source":"contextual","status":"pending","helpful":false,"comment":"Wrong \ud83d \"page\" \\ of\nÄpfel ✓","contact":null,"code":null,"filename":null,"lang":null,"fp":"Wrong \ud83d \"page\" \\ of\nÄpfel ✓","createdAt":1768435200001}');
CREATE TABLE background_tasks (
      seq INTEGER PRIMARY KEY,
      id TEXT NOT NULL UNIQUE,
      queue TEXT NOT NULL,
      key TEXT NOT NULL,
      state TEXT NOT NULL,
      attempt INTEGER NOT NULL,
      due_at INTEGER NOT NULL,
      holder TEXT,
      period INTEGER,
      keep_until INTEGER NOT NULL,
      failed_at INTEGER,
      reason TEXT,
      data TEXT NOT NULL
    ) STRICT;
CREATE TABLE turn_names (
      turn INTEGER NOT NULL REFERENCES thread_turns ON DELETE CASCADE,
      project_id TEXT NOT NULL,
      created_at INTEGER NOT NULL,
      model TEXT NOT NULL,
      name TEXT NOT NULL,
      kind TEXT NOT NULL,
      suggestion TEXT,
      PRIMARY KEY (turn, name)
    ) STRICT, WITHOUT ROWID;
INSERT INTO turn_names VALUES(2,'docs',1768435200011,'offline:docent','--pages','flag','--page');
INSERT INTO turn_names VALUES(4,'docs',1768435200021,'offline:docent','--pages','flag','--page');
INSERT INTO turn_names VALUES(6,'docs',1768435200031,'offline:docent','--pages','flag','--page');
CREATE TABLE turn_days (
      project_id TEXT NOT NULL,
      day INTEGER NOT NULL,
      outcome TEXT NOT NULL,
      caller TEXT NOT NULL,
      model TEXT NOT NULL,
      turns INTEGER NOT NULL,
      input_tokens INTEGER NOT NULL,
      output_tokens INTEGER NOT NULL,
      PRIMARY KEY (project_id, day, outcome, caller, model)
    ) STRICT, WITHOUT ROWID;
INSERT INTO turn_days VALUES('docs',1768435200000,'answered','web','offline:docent',3,39,21);
INSERT INTO turn_days VALUES('docs',1768435200000,'unanswered','web','offline:docent',3,30,15);
CREATE TABLE search_spans (
      project_id TEXT NOT NULL,
      span INTEGER NOT NULL,
      source TEXT NOT NULL,
      query TEXT NOT NULL,
      searches INTEGER NOT NULL,
      unanswered INTEGER NOT NULL,
      empty INTEGER NOT NULL,
      results INTEGER NOT NULL,
      ms INTEGER NOT NULL,
      clicks INTEGER NOT NULL,
      PRIMARY KEY (project_id, source, query, span)
    ) STRICT, WITHOUT ROWID;
INSERT INTO search_spans VALUES('docs',20468,'','',3,0,0,6,12,1);
INSERT INTO search_spans VALUES('docs',1002558,'','',3,0,0,6,12,1);
INSERT INTO search_spans VALUES('docs',2000319,'','',3,0,0,6,12,1);
INSERT INTO search_spans VALUES('docs',3000000,'','',3,0,0,6,12,1);
INSERT INTO search_spans VALUES('docs',20468,'','how to',3,0,0,6,12,1);
INSERT INTO search_spans VALUES('docs',1002558,'','how to',3,0,0,6,12,1);
INSERT INTO search_spans VALUES('docs',2000319,'','how to',3,0,0,6,12,1);
INSERT INTO search_spans VALUES('docs',3000000,'','how to',3,0,0,6,12,1);
INSERT INTO search_spans VALUES('docs',20468,'assistant','',12,6,0,0,0,0);
INSERT INTO search_spans VALUES('docs',1002558,'assistant','',12,6,0,0,0,0);
INSERT INTO search_spans VALUES('docs',2000319,'assistant','',12,6,0,0,0,0);
INSERT INTO search_spans VALUES('docs',3000000,'assistant','',12,6,0,0,0,0);
INSERT INTO search_spans VALUES('docs',20468,'assistant','what',6,3,0,0,0,0);
INSERT INTO search_spans VALUES('docs',1002558,'assistant','what',6,3,0,0,0,0);
INSERT INTO search_spans VALUES('docs',2000319,'assistant','what',6,3,0,0,0,0);
INSERT INTO search_spans VALUES('docs',3000000,'assistant','what',6,3,0,0,0,0);
INSERT INTO search_spans VALUES('docs',20468,'assistant','äpfel',6,3,0,0,0,0);
INSERT INTO search_spans VALUES('docs',1002558,'assistant','äpfel',6,3,0,0,0,0);
INSERT INTO search_spans VALUES('docs',2000319,'assistant','äpfel',6,3,0,0,0,0);
INSERT INTO search_spans VALUES('docs',3000000,'assistant','äpfel',6,3,0,0,0,0);
INSERT INTO search_spans VALUES('docs',20468,'search','',3,0,0,6,12,1);
INSERT INTO search_spans VALUES('docs',1002558,'search','',3,0,0,6,12,1);
INSERT INTO search_spans VALUES('docs',2000319,'search','',3,0,0,6,12,1);
INSERT INTO search_spans VALUES('docs',3000000,'search','',3,0,0,6,12,1);
INSERT INTO search_spans VALUES('docs',20468,'search','how to',3,0,0,6,12,1);
INSERT INTO search_spans VALUES('docs',1002558,'search','how to',3,0,0,6,12,1);
INSERT INTO search_spans VALUES('docs',2000319,'search','how to',3,0,0,6,12,1);
INSERT INTO search_spans VALUES('docs',3000000,'search','how to',3,0,0,6,12,1);
CREATE TABLE click_spans (
      project_id TEXT NOT NULL,
      query TEXT NOT NULL,
      span INTEGER NOT NULL,
      path TEXT NOT NULL,
      clicks INTEGER NOT NULL,
      PRIMARY KEY (project_id, query, span, path)
    ) STRICT, WITHOUT ROWID;
INSERT INTO click_spans VALUES('docs','how to',20468,'/start',1);
INSERT INTO click_spans VALUES('docs','how to',1002558,'/start',1);
INSERT INTO click_spans VALUES('docs','how to',2000319,'/start',1);
INSERT INTO click_spans VALUES('docs','how to',3000000,'/start',1);
CREATE TABLE view_spans (
      project_id TEXT NOT NULL,
      span INTEGER NOT NULL,
      path TEXT NOT NULL,
      reader TEXT NOT NULL,
      views INTEGER NOT NULL,
      visitors INTEGER NOT NULL,
      PRIMARY KEY (project_id, span, path, reader)
    ) STRICT, WITHOUT ROWID;
INSERT INTO view_spans VALUES('docs',1002558,'','ai',2,2);
INSERT INTO view_spans VALUES('docs',1002558,'','human',4,2);
INSERT INTO view_spans VALUES('docs',1002558,'/start','ai',2,2);
INSERT INTO view_spans VALUES('docs',1002558,'/start','human',4,2);
INSERT INTO view_spans VALUES('docs',2000319,'','ai',2,2);
INSERT INTO view_spans VALUES('docs',2000319,'','human',4,2);
INSERT INTO view_spans VALUES('docs',2000319,'/start','ai',2,2);
INSERT INTO view_spans VALUES('docs',2000319,'/start','human',4,2);
INSERT INTO view_spans VALUES('docs',3000000,'','ai',2,2);
INSERT INTO view_spans VALUES('docs',3000000,'','human',4,2);
INSERT INTO view_spans VALUES('docs',3000000,'/start','ai',2,2);
INSERT INTO view_spans VALUES('docs',3000000,'/start','human',4,2);
CREATE TABLE feedback_spans (
      project_id TEXT NOT NULL,
      span INTEGER NOT NULL,
      path TEXT NOT NULL,
      source TEXT NOT NULL,
      status TEXT NOT NULL,
      up INTEGER NOT NULL,
      down INTEGER NOT NULL,
      total INTEGER NOT NULL,
      PRIMARY KEY (project_id, span, path, source, status)
    ) STRICT, WITHOUT ROWID;
INSERT INTO feedback_spans VALUES('docs',1002558,'/start','contextual','pending',1,1,2);
INSERT INTO feedback_spans VALUES('docs',2000319,'/start','contextual','pending',1,1,2);
INSERT INTO feedback_spans VALUES('docs',3000000,'/start','contextual','pending',1,1,2);
CREATE TABLE turn_claims (
      turn INTEGER PRIMARY KEY REFERENCES thread_turns ON DELETE CASCADE,
      project_id TEXT NOT NULL,
      created_at INTEGER NOT NULL,
      model TEXT NOT NULL,
      unsupported INTEGER NOT NULL
    ) STRICT;
INSERT INTO turn_claims VALUES(1,'docs',1768435200010,'offline:docent',1);
INSERT INTO turn_claims VALUES(3,'docs',1768435200020,'offline:docent',1);
INSERT INTO turn_claims VALUES(5,'docs',1768435200030,'offline:docent',1);
CREATE INDEX jobs_by_project ON jobs (project_id, created_at, id);
CREATE INDEX jobs_waiting ON jobs (available_at, seq) WHERE status = 'active';
CREATE INDEX jobs_leased ON jobs (repository, ref, available_at) WHERE lease_worker IS NOT NULL;
CREATE INDEX jobs_ended ON jobs (updated_at, seq) WHERE status <> 'active';
CREATE INDEX job_changes_by_blob ON job_changes (blob, job);
CREATE INDEX idempotency_by_expiry ON idempotency (expires_at);
CREATE UNIQUE INDEX thread_turns_by_position ON thread_turns (thread, position);
CREATE INDEX keys_by_organization ON keys (organization_id, created_at, seq);
CREATE INDEX threads_by_project ON threads (project_id, created_at, id);
CREATE INDEX threads_by_fp ON threads (project_id, fp);
CREATE INDEX threads_by_update ON threads (updated_at);
CREATE INDEX thread_turns_by_outcome ON thread_turns (project_id, outcome, created_at, id);
CREATE INDEX thread_turns_by_thread ON thread_turns (thread, outcome);
CREATE INDEX turn_searches_by_turn ON turn_searches (turn);
CREATE INDEX turn_searches_by_time ON turn_searches (project_id, created_at, query, unanswered);
CREATE INDEX turn_feedback_by_time ON turn_feedback (project_id, created_at, turn_id);
CREATE INDEX webhook_tasks_due ON webhook_tasks (due_at, seq) WHERE status = 'pending';
CREATE INDEX webhook_tasks_waiting ON webhook_tasks (job_id, seq) WHERE status = 'waiting';
CREATE INDEX webhook_tasks_listed ON webhook_tasks (organization_id, kind, created_at, id);
CREATE INDEX webhook_tasks_ended ON webhook_tasks (updated_at) WHERE status IN ('done', 'dead');
CREATE INDEX jobs_by_pull_request ON jobs (repository, json_extract(body, '$.pullRequest.number'), created_at)
      WHERE json_extract(body, '$.pullRequest.number') IS NOT NULL;
CREATE INDEX direct_searches_by_time ON direct_searches (project_id, created_at, source, query, results, ms);
CREATE INDEX direct_searches_by_fp ON direct_searches (project_id, fp);
CREATE INDEX direct_searches_by_age ON direct_searches (created_at);
CREATE INDEX audit_entries_by_time ON audit_entries (organization_id, at, id);
CREATE INDEX audit_entries_by_age ON audit_entries (at);
CREATE INDEX page_feedback_by_time ON page_feedback (project_id, created_at, id);
CREATE INDEX page_feedback_by_source ON page_feedback (project_id, source, created_at, id);
CREATE INDEX page_feedback_by_status ON page_feedback (project_id, status, created_at, id);
CREATE INDEX page_feedback_by_both ON page_feedback (project_id, source, status, created_at, id);
CREATE INDEX page_feedback_by_fp ON page_feedback (project_id, fp);
CREATE INDEX page_feedback_by_age ON page_feedback (created_at);
CREATE INDEX thread_turns_by_time ON thread_turns (project_id, created_at, id);
CREATE INDEX direct_searches_by_visitor ON direct_searches (project_id, created_at, visitor)
      WHERE visitor IS NOT NULL;
CREATE INDEX direct_searches_by_query ON direct_searches (project_id, query, created_at);
CREATE INDEX page_views_by_day ON page_views (project_id, day, path, reader, views, visitors);
CREATE INDEX background_tasks_due ON background_tasks (queue, due_at, seq) WHERE state IN ('waiting', 'running');
CREATE UNIQUE INDEX background_tasks_by_key ON background_tasks (queue, key)
      WHERE state = 'waiting' AND attempt = 0 AND key <> '';
CREATE UNIQUE INDEX background_tasks_by_period ON background_tasks (queue, key, period) WHERE period IS NOT NULL;
CREATE INDEX background_tasks_ended ON background_tasks (keep_until) WHERE state IN ('done', 'dead');
CREATE INDEX turn_names_by_time ON turn_names (project_id, created_at, name, model, kind, suggestion);
CREATE TRIGGER turn_names_added AFTER INSERT ON thread_turns WHEN NEW.body -> '$.grounding' IS NOT NULL BEGIN
      INSERT OR IGNORE INTO turn_names 
      SELECT NEW.seq, NEW.project_id, NEW.created_at, NEW.body ->> '$.model',
          said.value ->> '$.text', said.value ->> '$.kind', said.value ->> '$.suggestion'
        FROM  json_each(NEW.body, '$.grounding.names') AS said WHERE said.value ->> '$.verdict' = 'invented' UNION ALL 
      SELECT NEW.seq, NEW.project_id, NEW.created_at, NEW.body ->> '$.model',
          said.value ->> '$.text', said.value ->> '$.kind', said.value ->> '$.suggestion'
        FROM  json_each(NEW.body, '$.grounding.removed') AS said ;
    END;
CREATE TRIGGER turn_added AFTER INSERT ON thread_turns BEGIN 
  INSERT INTO turn_days (project_id, day, outcome, caller, model, turns, input_tokens, output_tokens)
    VALUES (NEW.project_id, NEW.created_at / 86400000 * 86400000, NEW.outcome, NEW.caller,
      COALESCE(NEW.body ->> '$.model', ''), 1, 1 * COALESCE(NEW.body ->> '$.inputTokens', 0),
      1 * COALESCE(NEW.body ->> '$.outputTokens', 0))
    ON CONFLICT DO UPDATE SET turns = turns + excluded.turns, input_tokens = input_tokens + excluded.input_tokens,
      output_tokens = output_tokens + excluded.output_tokens; END;
CREATE TRIGGER turn_deleted AFTER DELETE ON thread_turns BEGIN 
  INSERT INTO turn_days (project_id, day, outcome, caller, model, turns, input_tokens, output_tokens)
    VALUES (OLD.project_id, OLD.created_at / 86400000 * 86400000, OLD.outcome, OLD.caller,
      COALESCE(OLD.body ->> '$.model', ''), -1, -1 * COALESCE(OLD.body ->> '$.inputTokens', 0),
      -1 * COALESCE(OLD.body ->> '$.outputTokens', 0))
    ON CONFLICT DO UPDATE SET turns = turns + excluded.turns, input_tokens = input_tokens + excluded.input_tokens,
      output_tokens = output_tokens + excluded.output_tokens;
      DELETE FROM turn_days WHERE project_id = OLD.project_id AND day = OLD.created_at / 86400000 * 86400000
        AND outcome = OLD.outcome AND caller = OLD.caller AND turns = 0;
    END;
CREATE INDEX search_spans_by_count ON search_spans (project_id, source, span, searches DESC, query);
CREATE TRIGGER turn_search_added AFTER INSERT ON turn_searches BEGIN 
  INSERT INTO search_spans (project_id, span, source, query, searches, unanswered, empty, results, ms, clicks)
    SELECT NEW.project_id, span, 'assistant', query, 1, 1 * NEW.unanswered, 0, 0, 0, 0
      FROM (SELECT NEW.created_at / 86400000 AS span UNION ALL SELECT 1000000 + NEW.created_at / 691200000 AS span
  UNION ALL SELECT 2000000 + NEW.created_at / 5529600000 UNION ALL SELECT 3000000), (SELECT NEW.query AS query UNION ALL SELECT '') WHERE true
    ON CONFLICT DO UPDATE SET searches = searches + excluded.searches, unanswered = unanswered + excluded.unanswered; END;
CREATE TRIGGER turn_search_deleted AFTER DELETE ON turn_searches BEGIN
      
  INSERT INTO search_spans (project_id, span, source, query, searches, unanswered, empty, results, ms, clicks)
    SELECT OLD.project_id, span, 'assistant', query, -1, -1 * OLD.unanswered, 0, 0, 0, 0
      FROM (SELECT OLD.created_at / 86400000 AS span UNION ALL SELECT 1000000 + OLD.created_at / 691200000 AS span
  UNION ALL SELECT 2000000 + OLD.created_at / 5529600000 UNION ALL SELECT 3000000), (SELECT OLD.query AS query UNION ALL SELECT '') WHERE true
    ON CONFLICT DO UPDATE SET searches = searches + excluded.searches, unanswered = unanswered + excluded.unanswered; 
  DELETE FROM search_spans WHERE project_id = OLD.project_id AND source IN ('assistant') AND query IN (OLD.query, '')
    AND span IN (SELECT OLD.created_at / 86400000 AS span UNION ALL SELECT 1000000 + OLD.created_at / 691200000 AS span
  UNION ALL SELECT 2000000 + OLD.created_at / 5529600000 UNION ALL SELECT 3000000) AND searches = 0;
    END;
CREATE TRIGGER search_added AFTER INSERT ON direct_searches BEGIN
      
  INSERT INTO search_spans (project_id, span, source, query, searches, unanswered, empty, results, ms, clicks)
    SELECT NEW.project_id, span, source, query, 1, 0, 1 * (NEW.results = 0), 1 * NEW.results,
        1 * NEW.ms, 1 * (NEW.clicked IS NOT NULL)
      FROM (SELECT NEW.created_at / 86400000 AS span UNION ALL SELECT 1000000 + NEW.created_at / 691200000 AS span
  UNION ALL SELECT 2000000 + NEW.created_at / 5529600000 UNION ALL SELECT 3000000), (SELECT NEW.source AS source UNION ALL SELECT ''),
        (SELECT NEW.query AS query UNION ALL SELECT '') WHERE true
    ON CONFLICT DO UPDATE SET searches = searches + excluded.searches, empty = empty + excluded.empty,
      results = results + excluded.results, ms = ms + excluded.ms, clicks = clicks + excluded.clicks; 
  INSERT INTO click_spans (project_id, query, span, path, clicks)
    SELECT NEW.project_id, NEW.query, span, NEW.clicked, 1 FROM (SELECT NEW.created_at / 86400000 AS span UNION ALL SELECT 1000000 + NEW.created_at / 691200000 AS span
  UNION ALL SELECT 2000000 + NEW.created_at / 5529600000 UNION ALL SELECT 3000000)
      WHERE NEW.clicked IS NOT NULL
    ON CONFLICT DO UPDATE SET clicks = clicks + excluded.clicks;
    END;
CREATE TRIGGER search_clicked AFTER UPDATE OF clicked ON direct_searches
      WHEN OLD.clicked IS NULL AND NEW.clicked IS NOT NULL BEGIN
      UPDATE search_spans SET clicks = clicks + 1 WHERE project_id = NEW.project_id AND source IN (NEW.source, '')
        AND query IN (NEW.query, '') AND span IN (SELECT NEW.created_at / 86400000 AS span UNION ALL SELECT 1000000 + NEW.created_at / 691200000 AS span
  UNION ALL SELECT 2000000 + NEW.created_at / 5529600000 UNION ALL SELECT 3000000);
      
  INSERT INTO click_spans (project_id, query, span, path, clicks)
    SELECT NEW.project_id, NEW.query, span, NEW.clicked, 1 FROM (SELECT NEW.created_at / 86400000 AS span UNION ALL SELECT 1000000 + NEW.created_at / 691200000 AS span
  UNION ALL SELECT 2000000 + NEW.created_at / 5529600000 UNION ALL SELECT 3000000)
      WHERE NEW.clicked IS NOT NULL
    ON CONFLICT DO UPDATE SET clicks = clicks + excluded.clicks;
    END;
CREATE TRIGGER search_deleted AFTER DELETE ON direct_searches BEGIN
      
  INSERT INTO search_spans (project_id, span, source, query, searches, unanswered, empty, results, ms, clicks)
    SELECT OLD.project_id, span, source, query, -1, 0, -1 * (OLD.results = 0), -1 * OLD.results,
        -1 * OLD.ms, -1 * (OLD.clicked IS NOT NULL)
      FROM (SELECT OLD.created_at / 86400000 AS span UNION ALL SELECT 1000000 + OLD.created_at / 691200000 AS span
  UNION ALL SELECT 2000000 + OLD.created_at / 5529600000 UNION ALL SELECT 3000000), (SELECT OLD.source AS source UNION ALL SELECT ''),
        (SELECT OLD.query AS query UNION ALL SELECT '') WHERE true
    ON CONFLICT DO UPDATE SET searches = searches + excluded.searches, empty = empty + excluded.empty,
      results = results + excluded.results, ms = ms + excluded.ms, clicks = clicks + excluded.clicks; 
  INSERT INTO click_spans (project_id, query, span, path, clicks)
    SELECT OLD.project_id, OLD.query, span, OLD.clicked, -1 FROM (SELECT OLD.created_at / 86400000 AS span UNION ALL SELECT 1000000 + OLD.created_at / 691200000 AS span
  UNION ALL SELECT 2000000 + OLD.created_at / 5529600000 UNION ALL SELECT 3000000)
      WHERE OLD.clicked IS NOT NULL
    ON CONFLICT DO UPDATE SET clicks = clicks + excluded.clicks; 
  DELETE FROM search_spans WHERE project_id = OLD.project_id AND source IN (OLD.source, '') AND query IN (OLD.query, '')
    AND span IN (SELECT OLD.created_at / 86400000 AS span UNION ALL SELECT 1000000 + OLD.created_at / 691200000 AS span
  UNION ALL SELECT 2000000 + OLD.created_at / 5529600000 UNION ALL SELECT 3000000) AND searches = 0;
      DELETE FROM click_spans WHERE project_id = OLD.project_id AND query = OLD.query
        AND span IN (SELECT OLD.created_at / 86400000 AS span UNION ALL SELECT 1000000 + OLD.created_at / 691200000 AS span
  UNION ALL SELECT 2000000 + OLD.created_at / 5529600000 UNION ALL SELECT 3000000) AND path = OLD.clicked AND clicks = 0;
    END;
CREATE TRIGGER views_added AFTER INSERT ON page_views BEGIN 
  INSERT INTO view_spans (project_id, span, path, reader, views, visitors)
    SELECT NEW.project_id, span, NEW.path, NEW.reader, NEW.views, NEW.visitors
      FROM (SELECT 1000000 + NEW.day / 691200000 AS span
  UNION ALL SELECT 2000000 + NEW.day / 5529600000 UNION ALL SELECT 3000000) WHERE true
    ON CONFLICT DO UPDATE SET views = views + excluded.views, visitors = visitors + excluded.visitors; END;
CREATE TRIGGER views_changed AFTER UPDATE ON page_views BEGIN
      
  INSERT INTO view_spans (project_id, span, path, reader, views, visitors)
    SELECT NEW.project_id, span, NEW.path, NEW.reader, NEW.views - OLD.views, NEW.visitors - OLD.visitors
      FROM (SELECT 1000000 + NEW.day / 691200000 AS span
  UNION ALL SELECT 2000000 + NEW.day / 5529600000 UNION ALL SELECT 3000000) WHERE true
    ON CONFLICT DO UPDATE SET views = views + excluded.views, visitors = visitors + excluded.visitors;
    END;
CREATE TRIGGER views_deleted AFTER DELETE ON page_views BEGIN 
  INSERT INTO view_spans (project_id, span, path, reader, views, visitors)
    SELECT OLD.project_id, span, OLD.path, OLD.reader, -OLD.views, -OLD.visitors
      FROM (SELECT 1000000 + OLD.day / 691200000 AS span
  UNION ALL SELECT 2000000 + OLD.day / 5529600000 UNION ALL SELECT 3000000) WHERE true
    ON CONFLICT DO UPDATE SET views = views + excluded.views, visitors = visitors + excluded.visitors;
      DELETE FROM view_spans WHERE project_id = OLD.project_id AND span IN (SELECT 1000000 + OLD.day / 691200000 AS span
  UNION ALL SELECT 2000000 + OLD.day / 5529600000 UNION ALL SELECT 3000000)
        AND path = OLD.path AND reader = OLD.reader AND views = 0;
    END;
CREATE TRIGGER feedback_added AFTER INSERT ON page_feedback BEGIN 
  INSERT INTO feedback_spans (project_id, span, path, source, status, up, down, total)
    SELECT NEW.project_id, span, NEW.path, NEW.source, NEW.status, 1 * (NEW.thumb = 1),
        1 * (NEW.thumb = -1), 1
      FROM (SELECT 1000000 + NEW.created_at / 691200000 AS span
  UNION ALL SELECT 2000000 + NEW.created_at / 5529600000 UNION ALL SELECT 3000000) WHERE true
    ON CONFLICT DO UPDATE SET up = up + excluded.up, down = down + excluded.down, total = total + excluded.total; END;
CREATE TRIGGER feedback_changed AFTER UPDATE OF status ON page_feedback BEGIN
      
  INSERT INTO feedback_spans (project_id, span, path, source, status, up, down, total)
    SELECT NEW.project_id, span, NEW.path, NEW.source, NEW.status, 1 * (NEW.thumb = 1),
        1 * (NEW.thumb = -1), 1
      FROM (SELECT 1000000 + NEW.created_at / 691200000 AS span
  UNION ALL SELECT 2000000 + NEW.created_at / 5529600000 UNION ALL SELECT 3000000) WHERE true
    ON CONFLICT DO UPDATE SET up = up + excluded.up, down = down + excluded.down, total = total + excluded.total; 
  INSERT INTO feedback_spans (project_id, span, path, source, status, up, down, total)
    SELECT OLD.project_id, span, OLD.path, OLD.source, OLD.status, -1 * (OLD.thumb = 1),
        -1 * (OLD.thumb = -1), -1
      FROM (SELECT 1000000 + OLD.created_at / 691200000 AS span
  UNION ALL SELECT 2000000 + OLD.created_at / 5529600000 UNION ALL SELECT 3000000) WHERE true
    ON CONFLICT DO UPDATE SET up = up + excluded.up, down = down + excluded.down, total = total + excluded.total; 
  DELETE FROM feedback_spans WHERE project_id = OLD.project_id AND span IN (SELECT 1000000 + OLD.created_at / 691200000 AS span
  UNION ALL SELECT 2000000 + OLD.created_at / 5529600000 UNION ALL SELECT 3000000)
    AND path = OLD.path AND source = OLD.source AND status = OLD.status AND total = 0;
    END;
CREATE TRIGGER feedback_deleted AFTER DELETE ON page_feedback BEGIN
      
  INSERT INTO feedback_spans (project_id, span, path, source, status, up, down, total)
    SELECT OLD.project_id, span, OLD.path, OLD.source, OLD.status, -1 * (OLD.thumb = 1),
        -1 * (OLD.thumb = -1), -1
      FROM (SELECT 1000000 + OLD.created_at / 691200000 AS span
  UNION ALL SELECT 2000000 + OLD.created_at / 5529600000 UNION ALL SELECT 3000000) WHERE true
    ON CONFLICT DO UPDATE SET up = up + excluded.up, down = down + excluded.down, total = total + excluded.total; 
  DELETE FROM feedback_spans WHERE project_id = OLD.project_id AND span IN (SELECT 1000000 + OLD.created_at / 691200000 AS span
  UNION ALL SELECT 2000000 + OLD.created_at / 5529600000 UNION ALL SELECT 3000000)
    AND path = OLD.path AND source = OLD.source AND status = OLD.status AND total = 0;
    END;
CREATE INDEX turn_claims_by_time ON turn_claims (project_id, created_at, model, unsupported);
CREATE TRIGGER turn_claims_added AFTER INSERT ON thread_turns WHEN NEW.body -> '$.claims' IS NOT NULL BEGIN
      
  INSERT INTO turn_claims (turn, project_id, created_at, model, unsupported)
    VALUES (NEW.seq, NEW.project_id, NEW.created_at, NEW.body ->> '$.model', (SELECT COUNT(*) FROM json_each(NEW.body, '$.claims.claims') AS claim
  WHERE claim.value ->> '$.supported' < NEW.body ->> '$.claims.threshold'))
    ON CONFLICT DO UPDATE SET unsupported = excluded.unsupported;
    END;
CREATE TRIGGER turn_claims_noted AFTER UPDATE OF body ON thread_turns
      WHEN NEW.body -> '$.claims' IS NOT NULL BEGIN
      
  INSERT INTO turn_claims (turn, project_id, created_at, model, unsupported)
    VALUES (NEW.seq, NEW.project_id, NEW.created_at, NEW.body ->> '$.model', (SELECT COUNT(*) FROM json_each(NEW.body, '$.claims.claims') AS claim
  WHERE claim.value ->> '$.supported' < NEW.body ->> '$.claims.threshold'))
    ON CONFLICT DO UPDATE SET unsupported = excluded.unsupported;
      UPDATE turn_days SET input_tokens = input_tokens + COALESCE(NEW.body ->> '$.inputTokens', 0) - COALESCE(OLD.body ->> '$.inputTokens', 0),
          output_tokens = output_tokens + COALESCE(NEW.body ->> '$.outputTokens', 0) - COALESCE(OLD.body ->> '$.outputTokens', 0)
        WHERE project_id = NEW.project_id AND day = NEW.created_at / 86400000 * 86400000
          AND outcome = NEW.outcome AND caller = NEW.caller AND model = COALESCE(NEW.body ->> '$.model', '');
    END;
COMMIT;
PRAGMA user_version = 20;
