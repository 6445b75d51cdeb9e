CREATE TABLE periods (
    id          TEXT PRIMARY KEY,
    first_day   TEXT NOT NULL,
    last_day    TEXT NOT NULL,
    state       TEXT NOT NULL CHECK (state IN ('open', 'locked', 'closed')),
    locked_from TEXT,
    memo        TEXT,
    closed_on   TEXT
) STRICT;

CREATE TABLE vouchers (
    id          TEXT PRIMARY KEY,
    period_id   TEXT NOT NULL REFERENCES periods (id),
    date        TEXT NOT NULL,
    description TEXT NOT NULL,
    posted_at   TEXT NOT NULL
) STRICT;

CREATE INDEX vouchers_date ON vouchers (date);

CREATE TABLE voucher_lines (
    voucher_id TEXT NOT NULL REFERENCES vouchers (id),
    position   INTEGER NOT NULL,
    account    TEXT NOT NULL,
    debit      INTEGER NOT NULL,
    credit     INTEGER NOT NULL,
    PRIMARY KEY (voucher_id, position)
) STRICT;

CREATE TABLE imports (
    id          TEXT PRIMARY KEY,
    imported_at TEXT NOT NULL,
    -- Bookkeeping law wants source documents kept, so the file itself is what recognises it.
    content     TEXT NOT NULL,
    booked      INTEGER NOT NULL DEFAULT 0
) STRICT;

CREATE TABLE api_keys (
    key   TEXT PRIMARY KEY,
    role  TEXT NOT NULL CHECK (role IN ('bookkeeper', 'reader', 'test')),
    state TEXT NOT NULL DEFAULT 'active' CHECK (state IN ('active', 'expired', 'revoked'))
) STRICT;

INSERT INTO periods (id, first_day, last_day, state, locked_from, memo, closed_on) VALUES
    ('2024', '2024-01-01', '2024-12-31', 'closed', '2024-01-01', NULL, '2025-06-30'),
    ('2025', '2025-01-01', '2025-12-31', 'locked', '2025-01-01', 'VAT return filed by A. Lind', NULL),
    ('2026', '2026-01-01', '2026-12-31', 'open', NULL, NULL, NULL);

PRAGMA user_version = 2;
