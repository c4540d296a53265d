import type { LanguageWords } from './language-words.ts'

export const SQL: LanguageWords = {
  names: 'sql postgresql postgres mysql sqlite plsql graphql gql cypher sql++ sqlpp n1ql',
  family: 'other',
  words: `select from where insert into values update set delete create table index view drop alter add column primary key
    foreign references unique not null default check constraint join left right inner outer full on group by order having
    limit offset distinct as and or in is like between exists union all case when then else end count sum avg min max
    coalesce cast now int integer bigint text varchar boolean timestamp date json jsonb serial uuid numeric begin commit
    SELECT FROM WHERE INSERT INTO VALUES UPDATE SET DELETE CREATE TABLE INDEX VIEW DROP ALTER ADD COLUMN PRIMARY KEY
    FOREIGN REFERENCES UNIQUE NOT NULL DEFAULT CHECK CONSTRAINT JOIN LEFT RIGHT INNER OUTER FULL ON GROUP BY ORDER HAVING
    LIMIT OFFSET DISTINCT AS AND OR IN IS LIKE BETWEEN EXISTS UNION ALL CASE WHEN THEN ELSE END COUNT SUM AVG MIN MAX
    CONCAT LENGTH LOWER UPPER TRIM SUBSTRING REPLACE ROUND ABS EXTRACT NULLIF GREATEST LEAST OVER PARTITION ROW_NUMBER RANK
    LAG LEAD DATE_TRUNC STRING_AGG ARRAY_AGG GROUP_CONCAT TO_CHAR COALESCE CAST NOW INT INTEGER BIGINT TEXT VARCHAR BOOLEAN TIMESTAMP DATE JSON JSONB SERIAL UUID NUMERIC`,
  globals: '',
  members: '',
}
