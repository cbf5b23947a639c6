// SPDX-License-Identifier: Apache-2.0
#include "libbake/io/plugin.h"

#include <dlfcn.h>
#include <link.h>

#include <cstring>
#include <filesystem>
#include <map>
#include <mutex>
#include <string>
#include <vector>

#include "libbake/core/error.h"

namespace ocean {
namespace {

namespace fs = std::filesystem;

std::vector<fs::path> plugin_folders() {
  std::vector<fs::path> folders;
  if (void* core = dlopen("libocean_core.so", RTLD_LAZY | RTLD_NOLOAD)) {
    link_map* map = nullptr;
    if (dlinfo(core, RTLD_DI_LINKMAP, &map) == 0 && map && map->l_name[0]) {
      folders.push_back(fs::path(map->l_name).parent_path());
    }
    dlclose(core);
  }
  std::error_code error;
  const fs::path exe = fs::read_symlink("/proc/self/exe", error).parent_path();
  if (!error) {
    folders.push_back(exe / "lib");
    folders.push_back(exe.parent_path() / "lib");
  }
  return folders;
}

[[noreturn]] void fail(const std::string& file, const std::string& why) {
  throw Error(ErrorKind::internal, file, why + "; the installation is incomplete: build or install it again");
}

[[noreturn]] void fail_to_load(const std::string& file, const std::string& reason) {
  const auto about = [&](const char* words) { return reason.find(words) != std::string::npos; };
  if (about("Cannot allocate memory") || about("failed to map segment") || about("cannot create shared"))
    throw Error(ErrorKind::usage, file,
                "memory does not suffice to load this plug-in and its libraries, which take some 500 MB of "
                "address space (" +
                    reason + "); raise the limit (ulimit -v), or free memory");
  fail(file, "cannot load this plug-in: " + reason);
}

const PluginTable* open_plugin(const std::string& name) {
  const std::string file = "lib" + name + ".so";
  std::string searched;
  for (const fs::path& folder : plugin_folders()) {
    const fs::path path = folder / file;
    searched += (searched.empty() ? "" : ", ") + folder.string();
    std::error_code error;
    if (!fs::exists(path, error)) continue;
    void* library = dlopen(path.c_str(), RTLD_LAZY | RTLD_LOCAL);
    if (!library) fail_to_load(path.string(), dlerror());
    using Entry = const PluginTable* (*)();
    const auto entry = reinterpret_cast<Entry>(dlsym(library, name.c_str()));
    if (!entry) fail(path.string(), "the plug-in has no entry named " + name);
    const PluginTable* table = entry();
    if (std::strcmp(table->version, OCEAN_VERSION) != 0) {
      fail(path.string(),
           std::string("the plug-in has version ") + table->version + ", the program " + OCEAN_VERSION);
    }
    return table;
  }
  fail(file, "cannot find this plug-in in " + searched);
}

}  // namespace

const PluginTable& load_plugin(const char* name) {
  static std::mutex mutex;
  static std::map<std::string, const PluginTable*> loaded;
  const std::lock_guard lock(mutex);
  const PluginTable*& table = loaded[name];
  if (!table) table = open_plugin(name);
  return *table;
}

}  // namespace ocean
