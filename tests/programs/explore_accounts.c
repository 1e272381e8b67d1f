//! what: accounts, groups, the host, the working folder and owners and ages of files have fixed values
//! flags: -D_GNU_SOURCE
//! options: --sym-arg 5 --file d/x=/dev/null
//! cover: branch 15/26
//! infeasible-left: 11

#include <grp.h>
#include <pwd.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/utsname.h>
#include <unistd.h>

int main(int argc, char **argv) {
    struct passwd *account = getpwnam(argv[1]);
    if (account == NULL)
        return getgrnam(argv[1]) != NULL;
    if (account->pw_uid == getuid())
        return strcmp(account->pw_dir, "/home/user") != 0;
    if (account->pw_uid != 0)
        return 2;
    struct group *group = getgrgid(account->pw_gid);
    if (group == NULL || strcmp(group->gr_name, "root"))
        return 3;
    char folder[64];
    struct utsname name;
    if (getcwd(folder, sizeof folder) == NULL || uname(&name) != 0)
        return 4;
    if (strcmp(folder, getpwuid(1000)->pw_dir))
        return 5;
    struct stat folder_status, file_status;
    if (stat("d", &folder_status) != 0 || stat("d/x", &file_status) != 0)
        return 8;
    if (folder_status.st_uid != getuid() || folder_status.st_mtime != file_status.st_mtime)
        return 9;
    return strcmp(name.sysname, "Linux") ? 6 : 7;
}
