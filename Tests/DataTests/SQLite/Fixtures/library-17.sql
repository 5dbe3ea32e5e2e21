PRAGMA user_version = 17;
