-- Once, as a superuser on the primary, before the first start of the cloud. Replace the two passwords.
-- The owner migrates (TANDEM_DATABASE_OWNER_URL). The login of the cloud (DATABASE_URL) owns nothing and inherits nothing: what it may do it may
-- only do as one of the four roles, which each transaction takes for itself.
CREATE ROLE tandem_login NOLOGIN;
CREATE ROLE tandem_app NOLOGIN;
CREATE ROLE tandem_identity NOLOGIN;
CREATE ROLE tandem_courier NOLOGIN;
CREATE ROLE tandem_owner LOGIN PASSWORD '{{ownerPassword}}';
CREATE ROLE tandem_cloud LOGIN NOINHERIT PASSWORD '{{cloudPassword}}';
GRANT tandem_login, tandem_app, tandem_identity, tandem_courier TO tandem_owner, tandem_cloud;
CREATE DATABASE tandem OWNER tandem_owner;
REVOKE CONNECT, TEMPORARY ON DATABASE tandem FROM PUBLIC;
GRANT CONNECT ON DATABASE tandem TO tandem_cloud;
